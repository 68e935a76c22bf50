import type { Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent } from '../../platform/events/events.ts';
import { type Job, StaleLease } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Context } from '../context.ts';
import type { Called, Caller } from './call.ts';
import * as entregas from './entregas-repo.ts';
import { followWhereNeeded } from './follow-record.ts';
import { limitMs, pauseMs, retryMs } from './pace.ts';
import * as repo from './repo.ts';
import { openSecrets } from './secrets.ts';
import { signatureOf } from './signature.ts';

/** The class of the jobs that deliver; their subject is the destination, so one process at a time sends to it. */
export const DELIVER = 'webhook';

/** Deliveries sent at once to one destination. */
const parallel = 4;
/** Rounds of a turn. Then other destinations have their turn. */
const rounds = 25;

/** A delivery to be sent. */
interface Sending {
  readonly id: string;
  readonly tipo: string;
  readonly cuerpo: string;
}

/** Sends one delivery: the same id and bytes at each try, signed with the secrets that are valid now. */
export async function send(ctx: Context, caller: Caller, webhook: repo.WebhookRow, sent: Sending): Promise<Called> {
  const now = ctx.clock.now();
  const secrets = await openSecrets(ctx, webhook, now);
  const t = Math.floor(now.getTime() / 1_000);
  const headers = {
    'user-agent': 'Timbre-Webhooks/1',
    'timbre-event': sent.tipo,
    'timbre-delivery': sent.id,
    'timbre-signature': signatureOf(t, sent.cuerpo, secrets),
  };
  return caller.post(webhook.url, headers, sent.cuerpo);
}

/** Sends the pending deliveries of each destination, at least once: a try is recorded after its answer. */
export const deliverHandler = (ctx: Context, caller: Caller): JobHandler => ({
  clase: DELIVER,
  concurrency: 32,
  async handle(empresaId, jobs) {
    const ended = await Promise.allSettled(jobs.map((job) => handleOne(ctx, caller, empresaId, job)));
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  },
});

/** Sends what is due of a destination, and settles its job. */
async function handleOne(ctx: Context, caller: Caller, empresaId: string, job: Job): Promise<void> {
  const { db, clock, queue } = ctx;
  for (let round = 0; round < rounds; round++) {
    const now = clock.now();
    const { webhook, due } = await db.tenant(empresaId, async (tx) => ({
      webhook: await repo.findWebhook(tx, empresaId, job.sujeto),
      due: await entregas.dueEntregas(tx, empresaId, job.sujeto, now, parallel),
    }));
    const isPaused = (webhook?.pausa_hasta ?? now) > now;
    if (!webhook?.activo || isPaused || due.length === 0 || !(await sendSome(ctx, caller, job, webhook, due))) break;
  }
  await db.tenant(empresaId, async (tx) => {
    const webhook = await repo.findWebhook(tx, empresaId, job.sujeto);
    const next = webhook?.activo ? await entregas.nextDue(tx, empresaId, job.sujeto) : undefined;
    if (next === undefined) return queue.finish(tx, [job]);
    const paused = webhook?.pausa_hasta ?? next;
    return queue.reschedule(tx, [job], paused > next ? paused : next, 'anew');
  });
}

type Due = Awaited<ReturnType<typeof entregas.dueEntregas>>;
type Result = Due[number] & { readonly en: Date; readonly called: Called };

/** Sends some deliveries and records their outcomes. Returns whether the destination answered all. */
async function sendSome(ctx: Context, caller: Caller, job: Job, webhook: repo.WebhookRow, due: Due): Promise<boolean> {
  const { clock, queue } = ctx;
  if (!queue.isLeased(job)) throw new StaleLease(`${DELIVER}: the lease ran out before the call`);
  const results = await Promise.all(
    due.map(async (one) => ({ ...one, en: clock.now(), called: await send(ctx, caller, webhook, one) })),
  );
  failpoint('webhook-sent');
  return ctx.db.tenant(job.empresaId, (tx) => recordResults(ctx, tx, job, webhook.id, results));
}

/** Records the state of the destination and of each delivery. Returns whether the destination answered all. */
async function recordResults(
  ctx: Context,
  tx: Tx,
  job: Job,
  webhookId: string,
  results: readonly Result[],
): Promise<boolean> {
  const { empresaId } = job;
  const now = ctx.clock.now();
  const before = await repo.findWebhook(tx, empresaId, webhookId);
  if (before === undefined) return false;
  const isSilent = results.some(({ called }) => called.estado === null);
  const hasArrived = results.some(({ called }) => called.error === null);
  const falla_desde = hasArrived ? null : (before.falla_desde ?? now);
  const failingMs = now.getTime() - (falla_desde ?? now).getTime();
  const pausa_hasta = isSilent ? new Date(now.getTime() + pauseMs(failingMs)) : null;
  await repo.changeWebhook(tx, empresaId, webhookId, { falla_desde, pausa_hasta });
  for (const result of results) await recordResult(tx, empresaId, result, now);
  if (failingMs >= limitMs && before.activo) await switchOff(ctx, tx, before, now);
  // Last, because the record of the company and the destination are locked before jobs.
  await ctx.queue.hold(tx, [job]);
  return !isSilent;
}

async function recordResult(tx: Tx, empresaId: string, result: Result, now: Date): Promise<void> {
  const { id, seguidos, vence, en, called } = result;
  const { ms, estado, error, respuesta } = called;
  const next = new Date(now.getTime() + retryMs(seguidos + 1, Math.random()));
  const after = error === null ? 'entregada' : next > vence ? 'fallida' : 'pendiente';
  const proximo = after === 'pendiente' ? next : null;
  const intento = { en: en.toISOString(), ms, estado, error };
  await entregas.recordTry(tx, empresaId, id, intento, { estado: after, proximo, respuesta });
}

/** Switches off a destination whose deliveries have failed for days, and records it. */
async function switchOff(ctx: Context, tx: Tx, { empresa_id, id, url }: repo.WebhookRow, now: Date): Promise<void> {
  await repo.changeWebhook(tx, empresa_id, id, { activo: false, desactivado: now });
  await entregas.giveUp(tx, empresa_id, id);
  await followWhereNeeded(ctx, tx, empresa_id);
  const datos = { url, por: 'Timbre', ip: '' };
  await ctx.events.append(tx, empresa_id, [
    { tipo: 'webhook.desactivado', sujeto: id, datos },
    configuracionEvent('webhooks'),
  ]);
}
