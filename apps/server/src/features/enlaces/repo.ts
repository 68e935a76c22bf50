import { sql } from 'kysely';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

export type Ajuste = Pick<Row<'enlace_ajuste'>, 'activo' | 'dias'>;
export type Link = Pick<Row<'enlace_documento'>, 'id' | 'creado' | 'por' | 'vence'>;

/** The setting of a company; undefined if it never chose one. */
export const findAjuste = (tx: Tx, empresaId: string): Promise<Ajuste | undefined> =>
  tx.selectFrom('enlace_ajuste').select(['activo', 'dias']).where('empresa_id', '=', empresaId).executeTakeFirst();

export async function storeAjuste(tx: Tx, row: NewRow<'enlace_ajuste'>): Promise<void> {
  const { empresa_id: _, ...values } = row;
  await tx
    .insertInto('enlace_ajuste')
    .values(row)
    .onConflict((conflict) => conflict.column('empresa_id').doUpdateSet(values))
    .execute();
}

/** The valid link of a document. */
export const findLink = (tx: Tx, empresaId: string, documentoId: string, now: Date): Promise<Link | undefined> =>
  tx
    .selectFrom('enlace_documento')
    .select(['id', 'creado', 'por', 'vence'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .where((e) => e.or([e('vence', 'is', null), e('vence', '>', now)]))
    .executeTakeFirst();

/**
 * Stores the link of a document, in place of one that expired. Of two calls at once only one stores its own.
 *
 * @returns whether it was stored: the document had no valid link
 */
export async function insertLink(tx: Tx, link: NewRow<'enlace_documento'>): Promise<boolean> {
  const { rows } = await sql`
    insert into enlace_documento as e (empresa_id, documento_id, id, hmac, creado, por, vence)
    values (${link.empresa_id}, ${link.documento_id}, ${link.id}, ${link.hmac}, ${link.creado}, ${link.por}, ${link.vence})
    on conflict (empresa_id, documento_id) do update
      set id = excluded.id, hmac = excluded.hmac, creado = excluded.creado, por = excluded.por, vence = excluded.vence
      where e.vence <= excluded.creado
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Deletes the link of a document. Returns whether there was one. */
export async function deleteLink(tx: Tx, empresaId: string, documentoId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('enlace_documento')
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The document that a link shows. */
export interface Shown {
  readonly empresa_id: string;
  readonly documento_id: string;
  readonly vence: Date | null;
}

/**
 * The document of a link, by the digest of its address. One query for every address, whether it is valid, expired, closed,
 * invented, or of a company that shares no longer.
 */
export async function findShown(tx: Tx, hmac: Buffer, now: Date): Promise<Shown | undefined> {
  const { rows } = await sql<Shown>`
    select e.empresa_id, e.documento_id, e.vence from enlace_documento e
    join enlace_ajuste a on a.empresa_id = e.empresa_id and a.activo
    where e.hmac = ${hmac} and (e.vence is null or e.vence > ${now})`.execute(tx);
  return rows[0];
}
