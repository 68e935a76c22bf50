import type { ErrorDeDocumento } from '@timbre/contract';
import { type ECFHead, middleSections } from '@timbre/ecf';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { ofReferences } from '../issue/references.ts';
import { type Batch, hasFault, type JudgedScope } from './errors-repo.ts';

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

/**
 * Which notes: all, those of one invoice, or those whose comparison found something, with the others of the same
 * invoices, since notes share the amount of their invoice.
 */
export type WhichNotes = 'all' | 'faulty' | { readonly invoice: string };

/** The next unsigned notes of an import, in order, locked. */
export async function nextNotes(
  tx: Tx,
  { empresaId, importacionId, ambiente }: JudgedScope,
  { after, most }: Batch,
  which: WhichNotes,
): Promise<readonly NoteRow[]> {
  const ofImport = sql`d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.ambiente = ${ambiente}
    and d.xml_sha256 is null and not d.es_rfce and d.espera_a is not null`;
  const faulty = sql`select d.espera_a from documento d where ${ofImport} and ${hasFault(ofReferences)}`;
  const chosen =
    which === 'all'
      ? sql`true`
      : which === 'faulty'
        ? sql`d.espera_a in (${faulty})`
        : sql`d.espera_a = ${which.invoice}`;
  const { rows } = await sql<NoteRow>`
    select d.id, d.orden, d.encf as "eNCF", d.fila, d.arbol - ${[...middleSections]}::text[] as head, d.errores,
      d.errores @> '[{"aritmetica": true}]' as contradictory from documento d
    where ${ofImport} and d.orden > ${after} and ${chosen} order by d.orden limit ${most} for update of d`.execute(tx);
  return rows;
}
