import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { isQueued } from '../issue/store.ts';
import { type ImportScope, named } from './conditions.ts';

// Documents that leave their import.

/** Deletes the documents of an import that is being read: none of them is signed. */
export async function dropUnsigned(tx: Tx, { empresaId, importacionId }: ImportScope): Promise<void> {
  await sql`delete from documento where empresa_id = ${empresaId} and importacion_id = ${importacionId} and xml_sha256 is null`.execute(
    tx,
  );
}

/** Whether a document is being signed, sent or rehearsed, or one of these was requested. */
export const isBusy = sql`(d.pedido is not null
  or ${isQueued}
  or exists (select from ensayo e where e.empresa_id = d.empresa_id and e.documento_id = d.id and e.pedido is not null))`;

/** A document to be removed from its import. */
interface RemovableRow {
  readonly id: string;
  readonly orden: number;
  readonly encf: string;
  readonly firmado: boolean;
  readonly ocupado: boolean;
}

/**
 * Documents of an import, locked, in order: one with its summary or invoice, or the next ones up to an order.
 *
 * @param which ids of documents; or after which order they come, up to which, and how many at most
 */
export async function holdToRemove(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  which: { readonly id: string } | { readonly hasta: number; readonly most: number },
): Promise<readonly RemovableRow[]> {
  const these = 'id' in which ? named([which.id]) : sql`d.orden <= ${which.hasta}`;
  const { rows } = await sql<RemovableRow>`
    select d.id, d.orden, d.encf, d.xml_sha256 is not null as firmado, ${isBusy} as ocupado from documento d
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and ${these}
    order by d.orden ${'id' in which ? sql`` : sql`limit ${which.most}`} for update of d`.execute(tx);
  return rows;
}

/**
 * Deletes those of the documents that are not signed, removes the signed ones from their import, and deletes the
 * rehearsal of both.
 */
export async function removeFromImport(tx: Tx, empresaId: string, ids: readonly string[]): Promise<void> {
  const these = sql`empresa_id = ${empresaId}`;
  await sql`delete from ensayo where ${these} and documento_id = any(${[...ids]}::uuid[])`.execute(tx);
  await sql`delete from documento where ${these} and id = any(${[...ids]}::uuid[]) and xml_sha256 is null`.execute(tx);
  await sql`update documento set importacion_id = null where ${these} and id = any(${[...ids]}::uuid[])`.execute(tx);
}
