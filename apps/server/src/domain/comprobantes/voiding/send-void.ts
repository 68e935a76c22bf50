import { type AuthorityClient, AuthorityUnreachable } from '@timbre/authority';
import type { Tx } from '../../../platform/db/transactions.ts';
import { type Job, StaleLease } from '../../../platform/jobs/queue.ts';
import type { JobHandler } from '../../../platform/jobs/runner.ts';
import { failpoint } from '../../../platform/process/failpoint.ts';
import type { Core } from '../core.ts';
import { announceAnulacion } from './announce.ts';
import { outcomeOfAnswer, outcomeOfFailure, type VoidOutcome } from './void-outcome.ts';
import { type AnulacionRow, beginTry, endTry, findAnulacion, updateAnulacion, VOID } from './void-repo.ts';

type VoidAuthority = Pick<AuthorityClient, 'anularRango'>;

/**
 * Sends annulments until the authority has answered. The try is recorded before the bytes leave. After a try with an
 * unknown outcome the same bytes are sent again, since no service reports what became of it.
 */
export function voidHandler(
  ctx: Pick<Core, 'db' | 'clock' | 'queue' | 'events'>,
  authority: VoidAuthority,
): JobHandler {
  const { db, clock, queue } = ctx;

  /** The annulment with its new try; undefined if it was decided, and the job is done. */
  const begin = (tx: Tx, empresaId: string, job: Job) =>
    findAnulacion(tx, empresaId, job.sujeto, true).then(async (row) => {
      await queue.hold(tx, [job]);
      if (row?.estado !== 'pendiente' && row?.estado !== 'enviado') {
        await queue.finish(tx, [job]);
        return undefined;
      }
      const now = clock.now();
      const attempt = await beginTry(tx, row, now);
      await updateAnulacion(tx, row, { estado: 'enviado', mensajes: row.mensajes }, now);
      return { row, ...attempt };
    });

  async function record(tx: Tx, job: Job, row: AnulacionRow, numero: number, outcome: VoidOutcome): Promise<void> {
    const now = clock.now();
    const isWaiting = outcome.estado === 'pendiente' || outcome.estado === 'enviado';
    await endTry(tx, row, numero, outcome, now);
    const changed = await updateAnulacion(tx, row, { estado: outcome.estado, mensajes: outcome.mensajes }, now);
    await announceAnulacion(ctx, tx, changed, isWaiting ? undefined : 'anulacion.respondida', {});
    if (isWaiting) await queue.reschedule(tx, [job], new Date(now.getTime() + waitMs(job, outcome)));
    else await queue.finish(tx, [job]);
  }

  async function handleOne(empresaId: string, job: Job): Promise<void> {
    const begun = await db.tenant(empresaId, (tx) => begin(tx, empresaId, job));
    if (begun === undefined) return;
    const { row, numero, dudoso } = begun;
    failpoint('void-begun');
    if (!queue.isLeased(job)) throw new StaleLease(`${VOID}: the lease ran out before the talk`);
    const outcome = await talk(authority, empresaId, row, dudoso);
    failpoint('void-talked');
    await db.tenant(empresaId, (tx) => record(tx, job, row, numero, outcome));
    failpoint('void-recorded');
  }

  return {
    clase: VOID,
    concurrency: 4,
    async handle(empresaId, all) {
      for (const job of all) await handleOne(empresaId, job);
    },
  };
}

/** Sends the bytes of an annulment. `dudoso`: an earlier try has an unknown outcome. */
async function talk(
  authority: VoidAuthority,
  empresa: string,
  { ambiente, rnc_emisor, id, xml }: AnulacionRow,
  dudoso: boolean,
): Promise<VoidOutcome> {
  try {
    const file = { fileName: `${rnc_emisor}${id}.xml`, xml };
    return outcomeOfAnswer(await authority.anularRango({ empresa, ambiente }, file), dudoso);
  } catch (error) {
    if (error instanceof AuthorityUnreachable) return outcomeOfFailure(error, dudoso);
    throw error;
  }
}

const longestMs = 60 * 60_000;

/** Delay until the next try: as long as the authority asks, or 15 s, doubling up to an hour. */
const waitMs = ({ intentos }: Job, { retryAfterMs }: VoidOutcome): number =>
  retryAfterMs ?? Math.min(longestMs, 15_000 * 2 ** Math.min(intentos - 1, 8));
