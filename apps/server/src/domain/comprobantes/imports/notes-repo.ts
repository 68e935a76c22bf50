import { type ECFHead, middleSections } from '@timbre/ecf';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { type ImportScope, refuses } from './conditions.ts';
import type { Batch, UnsignedRow } from './errors-repo.ts';

// The notes of an import, for their comparison with the invoices that they modify.

/** A note among the documents of an import. */
export interface NoteRow {
  readonly id: string;
  readonly orden: number;
  readonly fila: number | null;
  readonly head: ECFHead;
  readonly estado: 'pendiente' | 'error';
  /** The amounts of its header contradict each other. */
  readonly contradictory: boolean;
}

/**
 * The next notes of an import, in order.
 *
 * @param invoice only the notes of this eNCF
 */
export async function nextNotes(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  { after, most }: Batch,
  invoice?: string,
): Promise<readonly NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select id, orden, fila, arbol - ${[...middleSections]}::text[] as head, estado,
      errores @> '[{"aritmetica": true}]' as contradictory from documento
    where empresa_id = ${empresaId} and importacion_id = ${importacionId} and orden > ${after} and not es_rfce
      and ${invoice === undefined ? sql`espera_a is not null` : sql`espera_a = ${invoice} and xml_sha256 is null`}
    order by orden limit ${most}`.execute(tx);
  return rows;
}

/**
 * Removes the errors of the comparison of an invoice's unsigned notes with it.
 *
 * @returns the ids of those notes
 */
export async function dropNoteErrores(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  invoice: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update documento d set errores = kept.errores,
      estado = case when ${refuses(sql.ref('kept.errores'))}
        then 'error' else 'pendiente' end
    from documento n
    join lateral (
      select coalesce(jsonb_agg(e), '[]') as errores from jsonb_array_elements(n.errores) e
      where e->>'codigo' not like 'ECF-NOTA-%') kept on true
    where n.empresa_id = ${empresaId} and n.importacion_id = ${importacionId} and n.espera_a = ${invoice} and n.xml_sha256 is null
      and n.estado in ('pendiente', 'error') and d.empresa_id = n.empresa_id and d.id = n.id
    returning d.id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Unsigned documents with their states and errors. */
export async function unsignedStates(tx: Tx, empresaId: string, ids: readonly string[]) {
  const { rows } = await sql<UnsignedRow>`
    select id, encf as "eNCF", estado, errores from documento
    where empresa_id = ${empresaId} and id = any(${ids}::uuid[]) and xml_sha256 is null`.execute(tx);
  return rows;
}
