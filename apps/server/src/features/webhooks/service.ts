import { limitesDeWebhooks, type webhooks } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { InputOf } from '@timbre/route';
import { newId } from '../../platform/db/id.ts';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import type { Caller } from './call.ts';
import { DELIVER, send } from './deliver.ts';
import * as entregas from './entregas-repo.ts';
import { followWhereNeeded } from './follow-record.ts';
import { formerSecretMs, limitMs } from './pace.ts';
import { bodyOf } from './payloads.ts';
import * as repo from './repo.ts';
import { sealSecret } from './secrets.ts';

type Destino = InputOf<typeof webhooks.crearWebhook>['body'];

/** A destination with how many deliveries wait for it. */
export interface Shown {
  readonly row: repo.WebhookRow;
  readonly pendientes: number;
}

/** The destinations of a company. */
export const listWebhooks = (ctx: Context, empresaId: string): Promise<Shown[]> =>
  ctx.db.tenant(empresaId, async (tx) => {
    const [rows, pending] = await Promise.all([repo.listWebhooks(tx, empresaId), repo.countPending(tx, empresaId)]);
    return rows.map((row) => ({ row, pendientes: pending.get(row.id) ?? 0 }));
  });

/**
 * Adds a destination.
 *
 * @returns its row, and its secret, which is shown only this once
 * @throws Problem `webhook/url`, `webhook/demasiados`
 */
export async function createWebhook(ctx: Context, caller: Caller, empresaId: string, destino: Destino, by: Actor) {
  demandUrl(caller, destino.url);
  const creado = ctx.clock.now();
  const id = newId(creado);
  const secreto = ctx.keyring.newKey('whs');
  const sealed = await sealSecret(ctx, empresaId, id, secreto);
  const shown = await ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    if ((await repo.listWebhooks(tx, empresaId)).length >= limitesDeWebhooks.destinos) refuse('webhook/demasiados');
    await repo.insertWebhook(tx, { ...destino, empresa_id: empresaId, id, secreto: sealed, leido: 0, creado });
    return settle(ctx, tx, empresaId, id, true, { tipo: 'webhook.creado', datos: { ...destino, ...by } });
  });
  return { shown, secreto };
}

/**
 * Changes a destination. One that was off begins with what is recorded from now on.
 *
 * @throws Problem `webhook/url`, `recurso/no-encontrado`
 */
export async function changeWebhook(
  ctx: Context,
  caller: Caller,
  empresaId: string,
  id: string,
  destino: Destino,
  by: Actor,
): Promise<Shown> {
  demandUrl(caller, destino.url);
  return ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const before = (await repo.findWebhook(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    const isNew = destino.url !== before.url || (destino.activo && !before.activo);
    const cleared = { desactivado: null, falla_desde: null, pausa_hasta: null };
    await repo.changeWebhook(tx, empresaId, id, { ...destino, ...(isNew ? cleared : {}) });
    if (isNew) await entregas.makeDue(tx, empresaId, id, ctx.clock.now());
    const act = { tipo: 'webhook.modificado', datos: { ...destino, ...by } } as const;
    return settle(ctx, tx, empresaId, id, destino.activo && !before.activo, act);
  });
}

/** Follows the record if needed, records the act, and returns the destination. @param begins it was off until now */
async function settle(
  ctx: Context,
  tx: Tx,
  empresaId: string,
  id: string,
  begins: boolean,
  act: NewEvent,
): Promise<Shown> {
  const last = await followWhereNeeded(ctx, tx, empresaId);
  const changed = begins ? await repo.changeWebhook(tx, empresaId, id, { leido: last }) : undefined;
  const row = changed ?? (await repo.findWebhook(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
  const pendientes = (await repo.countPending(tx, empresaId)).get(id) ?? 0;
  await ctx.events.append(tx, empresaId, [{ ...act, sujeto: id }, configuracionEvent('webhooks')]);
  // Deliveries may be left from before it was switched off.
  if (row.activo && pendientes > 0) await ctx.queue.enqueue(tx, [{ clase: DELIVER, empresaId, sujeto: id }]);
  return { row, pendientes };
}

/** Removes a destination with its log. @throws Problem `recurso/no-encontrado` */
export const removeWebhook = (ctx: Context, empresaId: string, id: string, by: Actor): Promise<void> =>
  ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const { url } = (await repo.deleteWebhook(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    await followWhereNeeded(ctx, tx, empresaId);
    const act = { tipo: 'webhook.eliminado', sujeto: id, datos: { url, ...by } } as const;
    await ctx.events.append(tx, empresaId, [act, configuracionEvent('webhooks')]);
  });

/**
 * Sets a new secret for a destination; the former one also signs for a while.
 *
 * @returns the secret, which is shown only this once
 * @throws Problem `recurso/no-encontrado`
 */
export async function rotateSecret(ctx: Context, empresaId: string, id: string, by: Actor) {
  const secreto = ctx.keyring.newKey('whs');
  const sealed = await sealSecret(ctx, empresaId, id, secreto);
  const shown = await ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const before = (await repo.findWebhook(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    const anterior_hasta = new Date(ctx.clock.now().getTime() + formerSecretMs);
    const change = { secreto: sealed, secreto_anterior: before.secreto, anterior_hasta };
    await repo.changeWebhook(tx, empresaId, id, change);
    return settle(ctx, tx, empresaId, id, false, { tipo: 'webhook.secreto', datos: { url: before.url, ...by } });
  });
  return { shown, secreto };
}

/** Sends a test now, and stores it with its outcome. @throws Problem `recurso/no-encontrado` */
export async function testWebhook(ctx: Context, caller: Caller, empresaId: string, id: string) {
  const { db, clock, issuers } = ctx;
  const company = await issuers.of(empresaId);
  const webhook =
    (await db.tenant(empresaId, (tx) => repo.findWebhook(tx, empresaId, id))) ?? refuse('recurso/no-encontrado');
  const en = clock.now();
  const entregaId = newId(en);
  const cuerpo = bodyOf(company, { id: `${company.rnc}-${entregaId}`, tipo: 'prueba', en, datos: {} });
  const { ms, estado, error, respuesta } = await send(ctx, caller, webhook, { id: entregaId, tipo: 'prueba', cuerpo });
  const intento = { en: en.toISOString(), ms, estado, error };
  const row = await db.tenant(empresaId, async (tx) => {
    await entregas.insertEntregas(tx, [
      {
        ...{ empresa_id: empresaId, id: entregaId, webhook_id: id, seq: null, tipo: 'prueba', cuerpo },
        ...{ estado: error === null ? 'entregada' : 'fallida', creada: en, proximo: null, vence: en, respuesta },
        ...{ intentos: 1, seguidos: 1, historial: JSON.stringify([intento]) },
      },
    ]);
    return entregas.findEntrega(tx, empresaId, entregaId);
  });
  return { row: row!, url: webhook.url };
}

/** A page of deliveries, newest first. */
export const listEntregas = (ctx: Context, empresaId: string, filter: entregas.EntregaFilter, limit: number) =>
  ctx.db.tenant(empresaId, async (tx) => {
    const rows = await entregas.listEntregas(tx, empresaId, filter, limit + 1);
    return { rows: rows.slice(0, limit), hayMas: rows.length > limit };
  });

/** A delivery and the address of its destination. @throws Problem `recurso/no-encontrado` */
export const findEntrega = (ctx: Context, empresaId: string, id: string) =>
  ctx.db.tenant(empresaId, async (tx) => {
    const row = (await entregas.findEntrega(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    const { url } = (await repo.findWebhook(tx, empresaId, row.webhook_id)) ?? refuse('recurso/no-encontrado');
    return { row, url };
  });

/** Sends a delivery again, at once. @throws Problem `recurso/no-encontrado`, `webhook/inactivo` */
export const replayEntrega = (ctx: Context, empresaId: string, id: string) =>
  ctx.db.tenant(empresaId, async (tx) => {
    const { webhook_id } = (await entregas.findEntrega(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    const change = { pausa_hasta: null };
    const webhook = (await repo.changeWebhook(tx, empresaId, webhook_id, change)) ?? refuse('recurso/no-encontrado');
    if (!webhook.activo) refuse('webhook/inactivo');
    const now = ctx.clock.now();
    const row = await entregas.askAgain(tx, empresaId, id, now, new Date(now.getTime() + limitMs));
    await ctx.queue.enqueue(tx, [{ clase: DELIVER, empresaId, sujeto: webhook_id }]);
    return { row: row!, url: webhook.url };
  });

function demandUrl(caller: Caller, url: string): void {
  const refusal = caller.refusalOf(url);
  if (refusal !== undefined) refuse('webhook/url', refusal);
}
