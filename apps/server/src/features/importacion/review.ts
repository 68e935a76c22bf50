import { addDays, formatFecha, parseFechaHora } from '@timbre/values';
import { isAnyWaiting } from '../../domain/comprobantes/imports/errors-repo.ts';
import { reviewImport } from '../../domain/comprobantes/imports/review.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { recordReaders } from '../../platform/events/events.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Context } from '../context.ts';
import { importsToReview } from './repo.ts';

/** The class of the job that judges again the rows of a company's imports; its subject is the company. */
export const REVIEW = recordReaders.revisa.clase;

type Reviewing = Pick<Context, 'clock' | 'db' | 'desk' | 'events' | 'issuers' | 'quarantine' | 'queue'>;

/** The next midnight in Santo Domingo: ranges end, and documents of that day may be issued. */
const nextMidnight = (now: Date): Date =>
  new Date(parseFechaHora(`${addDays(formatFecha(now.getTime()), 1)} 00:00:00`)!);

/**
 * Judges again the unsigned rows of a company's latest imports after a change of ranges, of documents or of data of the
 * company, and each midnight. The change queues it in its own transaction, as long as such rows exist; see {@link recordReaders}.
 */
export const reviewHandler = (ctx: Reviewing): JobHandler => ({
  clase: REVIEW,
  concurrency: 2,
  async handle(empresaId, jobs) {
    const imports = await ctx.db.tenant(empresaId, (tx) => importsToReview(tx, empresaId));
    for (const importacionId of imports) await reviewImport(ctx, { empresaId, importacionId });
    await ctx.db.tenant(empresaId, async (tx) => {
      // It locks the record before it looks: rows of a workbook that is concluded meanwhile are either seen here, or
      // have the record followed again. And before it locks the job, as an entry that requests it does.
      await ctx.events.follow(tx, empresaId, 'revisa', false);
      if (await isAnyOfThem(tx, empresaId)) {
        await ctx.events.follow(tx, empresaId, 'revisa', true);
        await ctx.queue.reschedule(tx, jobs, nextMidnight(ctx.clock.now()), 'anew');
      } else await ctx.queue.finish(tx, jobs);
    });
    failpoint('review-concluded');
  },
});

async function isAnyOfThem(tx: Tx, empresaId: string): Promise<boolean> {
  for (const importacionId of await importsToReview(tx, empresaId))
    if (await isAnyWaiting(tx, { empresaId, importacionId })) return true;
  return false;
}
