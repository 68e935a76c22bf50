import type { ErrorDeDocumento } from '@timbre/contract';
import { type ECFHead, middleSections } from '@timbre/ecf';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Batch, JudgedScope } from './errors-repo.ts';

// The notes of an import, for their comparison with the invoices that they modify.

/** A note among the documents of an import. */
export interface NoteRow {
  readonly id: string;
  readonly orden: number;
  readonly eNCF: string;
  readonly fila: number | null;
  readonly head: ECFHead;
  readonly errores: readonly ErrorDeDocumento[];
  /** The amounts of its header contradict each other. */
  readonly contradictory: boolean;
}

/** Which notes: all, or those of one invoice. */
export type WhichNotes = 'all' | { readonly invoice: string };

/** The next unsigned notes of an import, in order, locked; those whose signature was requested are left out. */
export async function nextNotes(
  tx: Tx,
  { empresaId, importacionId, ambiente }: JudgedScope,
  { after, most }: Batch,
  which: WhichNotes,
): Promise<readonly NoteRow[]> {
  const ofImport = sql`d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.ambiente = ${ambiente}
    and d.xml_sha256 is null and d.pedido is null and not d.es_rfce and d.espera_a is not null`;
  const chosen = which === 'all' ? sql`true` : sql`d.espera_a = ${which.invoice}`;
  const { rows } = await sql<NoteRow>`
    select d.id, d.orden, d.encf as "eNCF", d.fila, d.arbol - ${[...middleSections]}::text[] as head, d.errores,
      d.errores @> '[{"aritmetica": true}]' as contradictory from documento d
    where ${ofImport} and d.orden > ${after} and ${chosen} order by d.orden limit ${most} for update of d`.execute(tx);
  return rows;
}
