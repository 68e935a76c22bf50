import { sql } from 'kysely';
import type { Change, NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

export type WebhookRow = Row<'webhook'>;

export const listWebhooks = (tx: Tx, empresaId: string): Promise<WebhookRow[]> =>
  tx.selectFrom('webhook').selectAll().where('empresa_id', '=', empresaId).orderBy('id').execute();

export const findWebhook = (tx: Tx, empresaId: string, id: string): Promise<WebhookRow | undefined> =>
  tx.selectFrom('webhook').selectAll().where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst();

/** The active destinations, locked against changes until the transaction ends. */
export const lockActive = (tx: Tx, empresaId: string): Promise<WebhookRow[]> =>
  tx
    .selectFrom('webhook')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('activo', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();

export const insertWebhook = (tx: Tx, row: NewRow<'webhook'>) => tx.insertInto('webhook').values(row).execute();

/** Changes a destination; undefined if it does not exist. */
export const changeWebhook = (
  tx: Tx,
  empresaId: string,
  id: string,
  change: Change<'webhook'>,
): Promise<WebhookRow | undefined> =>
  tx
    .updateTable('webhook')
    .set(change)
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Deletes a destination with its deliveries; undefined if it does not exist. */
export async function deleteWebhook(tx: Tx, empresaId: string, id: string): Promise<WebhookRow | undefined> {
  const deleted = await tx
    .deleteFrom('webhook')
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  await tx.deleteFrom('webhook_entrega').where('empresa_id', '=', empresaId).where('webhook_id', '=', id).execute();
  return deleted;
}

/** Deliveries of each destination that have not ended. */
export async function countPending(tx: Tx, empresaId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select webhook_id as id, count(*)::int as n from webhook_entrega
    where empresa_id = ${empresaId} and estado = 'pendiente' group by webhook_id`.execute(tx);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
