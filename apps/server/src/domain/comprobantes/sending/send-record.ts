import { formatFecha, formatISODate } from '@timbre/values';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { NewEvent } from '../../../platform/events/events.ts';
import type { Job } from '../../../platform/jobs/queue.ts';
import { failpoint } from '../../../platform/process/failpoint.ts';
import type { Core } from '../core.ts';
import { documentEvent } from '../document-event.ts';
import { type Again, againAfter, moveOf, type Talked } from './move.ts';
import { withNumber } from './outcome.ts';
import { type Done, operacionOf, situationOf } from './send-begin.ts';
import { tellTrouble } from './send-trouble.ts';
import { applyChanges, type Change, type EndedRow, endAttempts, listWaitingNotes } from './sender-repo.ts';

/** Records how the exchanges ended, updates the documents, and settles the jobs. */
export async function recordTalks(
  context: Pick<Core, 'clock' | 'queue' | 'events' | 'config'>,
  tx: Tx,
  empresaId: string,
  done: readonly Done[],
): Promise<void> {
  const now = context.clock.now();
  const changes = done.flatMap((each) => changeOf(each, now));
  const [made] = await Promise.all([
    applyChanges(tx, empresaId, changes),
    settleJobs(context, tx, done, now),
    endAttempts(tx, empresaId, done.flatMap(endOf), now),
  ]);
  const notices = await tellTrouble(tx, empresaId, done);
  await announceChanges(context, tx, empresaId, changes, made, notices);
  failpoint('send-recording');
}

/**
 * Makes the notes due that waited for documents now decided, and records the events, which also notify the screens.
 *
 * @param made which of the changes' documents did change
 * @param also events to record with them
 */
export async function announceChanges(
  { clock, queue, events }: Pick<Core, 'clock' | 'queue' | 'events'>,
  tx: Tx,
  empresaId: string,
  changes: readonly Change[],
  made: ReadonlySet<string>,
  also: readonly NewEvent[],
): Promise<void> {
  const decided = changes.filter(({ id, final }) => final && made.has(id));
  const en = clock.now();
  await queue.enqueue(
    tx,
    (await listWaitingNotes(tx, empresaId, decided)).map((sujeto) => ({ clase: 'envio', empresaId, sujeto, en })),
  );
  // Last, in one call: it locks the company's event record until the commit.
  const moved = changes.flatMap((change) =>
    [change.id, ...(change.resumeA === null ? [] : [change.resumeA])]
      .filter((id) => made.has(id))
      .map((id) => documentEvent({ ...change, id, eNCF: change.encf })),
  );
  await events.append(tx, empresaId, [...moved, ...also]);
}

const talkedOf = ({ job, row, step, outcome }: Done): Talked => ({
  documento: situationOf(row),
  attempts: row.intentos,
  step,
  outcome,
  tries: job.intentos,
});

function changeOf(done: Done, now: Date): Change[] {
  const { row } = done;
  const moved = moveOf(talkedOf(done));
  if (moved === undefined) return [];
  const move = withNumber(moved, formatISODate(formatFecha(now.getTime())));
  const { id, ambiente, encf, resume_a: resumeA, importacion_id: importacionId, intento_base: intentoBase } = row;
  return [{ ...move, id, ambiente, encf, resumeA, importacionId, intentoBase }];
}

/** Stores the result of each attempt; a question that brought news becomes an attempt of its own. */
function endOf(done: Done): EndedRow[] {
  const { job, row, step, outcome } = done;
  const { kind } = outcome;
  if (step === 'consultar' && moveOf(talkedOf(done)) === undefined) return [];
  if (step === 'consultar' && kind !== 'veredicto' && kind !== 'sin_confirmar') return [];
  return [
    {
      documentoId: row.id,
      numero: row.intento + 1,
      operacion: operacionOf[step],
      ficha: job.ficha,
      resultado: kind,
      respuesta: outcome.crudo.slice(0, 16_000),
      trackId: kind === 'recibido' ? outcome.trackId : null,
    },
  ];
}

/** Ends the jobs that are done; the others are due again after their delay, grouped by it. */
async function settleJobs(
  { queue, config }: Pick<Core, 'queue' | 'config'>,
  tx: Tx,
  done: readonly Done[],
  now: Date,
): Promise<void> {
  const random = Math.random();
  const over: Job[] = [];
  const later = new Map<string, { again: Again; jobs: Job[] }>();
  for (const each of done) {
    const again = againAfter(talkedOf(each), config.authority, now, random);
    if (again === undefined) {
      over.push(each.job);
      continue;
    }
    const key = `${again.afterMs} ${again.counting} ${again.espera}`;
    const group = later.get(key) ?? { again, jobs: [] };
    group.jobs.push(each.job);
    later.set(key, group);
  }
  await queue.finish(tx, over);
  for (const { again, jobs } of later.values())
    await queue.reschedule(tx, jobs, new Date(now.getTime() + again.afterMs), again.counting, again.espera);
}
