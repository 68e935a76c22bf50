import type { EstadoDeEntregaWebhook, webhooks } from '@timbre/contract';
import { sql } from 'kysely';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

export type EntregaRow = Row<'webhook_entrega'>;

/** Maximum tries that a delivery shows. */
const mostShown = 50;

/** Stores deliveries. One of the same entry to the same destination is stored once. */
export const insertEntregas = (tx: Tx, rows: readonly NewRow<'webhook_entrega'>[]) =>
  tx
    .insertInto('webhook_entrega')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['empresa_id', 'webhook_id', 'seq']).doNothing())
    .execute();

/** Filter of the list. */
export interface EntregaFilter {
  readonly webhookId: string | undefined;
  readonly estado: EstadoDeEntregaWebhook | undefined;
  /** Only those before this one. */
  readonly before: string | undefined;
}

/** Deliveries, newest first. */
export function listEntregas(tx: Tx, empresaId: string, filter: EntregaFilter, limit: number): Promise<EntregaRow[]> {
  const { webhookId, estado, before } = filter;
  let query = tx.selectFrom('webhook_entrega').selectAll().where('empresa_id', '=', empresaId);
  if (webhookId !== undefined) query = query.where('webhook_id', '=', webhookId);
  if (estado !== undefined) query = query.where('estado', '=', estado);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export const findEntrega = (tx: Tx, empresaId: string, id: string): Promise<EntregaRow | undefined> =>
  tx
    .selectFrom('webhook_entrega')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The deliveries of a destination that are due, the longest due first. */
export const dueEntregas = (tx: Tx, empresaId: string, webhookId: string, now: Date, limit: number) =>
  tx
    .selectFrom('webhook_entrega')
    .select(['id', 'tipo', 'cuerpo', 'seguidos', 'vence'])
    .where('empresa_id', '=', empresaId)
    .where('webhook_id', '=', webhookId)
    .where('estado', '=', 'pendiente')
    .where('proximo', '<=', now)
    .orderBy('proximo')
    .orderBy('id')
    .limit(limit)
    .execute();

/** When the next delivery of a destination is due. */
export async function nextDue(tx: Tx, empresaId: string, webhookId: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('webhook_entrega')
    .select((each) => each.fn.min('proximo').as('proximo'))
    .where('empresa_id', '=', empresaId)
    .where('webhook_id', '=', webhookId)
    .where('estado', '=', 'pendiente')
    .executeTakeFirst();
  return row?.proximo ?? undefined;
}

/** Records a try. @param proximo when the next one is; null if it has ended */
export async function recordTry(
  tx: Tx,
  empresaId: string,
  id: string,
  intento: webhooks.IntentoWebhook,
  after: Pick<EntregaRow, 'estado' | 'proximo' | 'respuesta'>,
): Promise<void> {
  await sql`
    update webhook_entrega set intentos = intentos + 1, seguidos = seguidos + 1, estado = ${after.estado},
      proximo = ${after.proximo}::timestamptz, respuesta = ${after.respuesta},
      historial = (case when jsonb_array_length(historial) >= ${mostShown}::int then historial - 0 else historial end)
        || ${JSON.stringify([intento])}::jsonb
    where empresa_id = ${empresaId} and id = ${id}`.execute(tx);
}

/** Makes a delivery due again, with the full time limit of a new one; undefined if it does not exist. */
export const askAgain = (tx: Tx, empresaId: string, id: string, now: Date, vence: Date) =>
  tx
    .updateTable('webhook_entrega')
    .set({ estado: 'pendiente', proximo: now, vence, seguidos: 0 })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Makes the deliveries due that a destination has not received, with the pace of new ones. */
export const makeDue = (tx: Tx, empresaId: string, webhookId: string, now: Date) =>
  tx
    .updateTable('webhook_entrega')
    .set({ proximo: now, seguidos: 0 })
    .where('empresa_id', '=', empresaId)
    .where('webhook_id', '=', webhookId)
    .where('estado', '=', 'pendiente')
    .execute();

/** Ends the deliveries that a destination has not received. */
export const giveUp = (tx: Tx, empresaId: string, webhookId: string) =>
  tx
    .updateTable('webhook_entrega')
    .set({ estado: 'fallida', proximo: null })
    .where('empresa_id', '=', empresaId)
    .where('webhook_id', '=', webhookId)
    .where('estado', '=', 'pendiente')
    .execute();

/** Deletes deliveries that ended, made before a time. */
export const pruneEntregas = (tx: Tx, empresaId: string, before: Date) =>
  tx
    .deleteFrom('webhook_entrega')
    .where('empresa_id', '=', empresaId)
    .where('estado', '<>', 'pendiente')
    .where('creada', '<', before)
    .execute();
