import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type TestClock, testClock } from '../../../main/testing/clock.ts';
import { freshDatabase, type TestDatabase } from '../../../main/testing/database.ts';
import { newId } from '../../db/id.ts';
import { localSignals, type Signals } from '../../db/signals.ts';
import type { Db } from '../../db/transactions.ts';
import { claim, createQueue, type NewJob, type Queue } from '../queue.ts';
import { createRunner, type JobHandler, type Runner } from '../runner.ts';

export const quiet = pino({ level: 'silent' });
/** The id before every other. */
export const first = '00000000-0000-0000-0000-000000000000';
/** Ids of companies, in their order. */
export const companies = Array.from({ length: 5 }, () => newId(new Date())).sort();
export const [company] = companies as [string];

interface State {
  db: Db;
  clock: TestClock;
  signals: Signals;
  queue: Queue;
}

/** A database with a queue: clock, signals and queue are those of the test, and its jobs end with it. */
export function withJobs() {
  const state = {} as State;
  let database: TestDatabase;
  const runners: Runner[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    state.db = database.db;
  });
  afterAll(async () => {
    await state.db.close();
    await database.drop();
  });
  beforeEach(() => {
    state.clock = testClock(new Date());
    state.signals = localSignals();
    state.queue = createQueue({ clock: state.clock, signals: state.signals });
  });
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop(async () => undefined)));
    await state.db.system((tx) => tx.deleteFrom('trabajo').execute());
  });

  const job = (more: Partial<NewJob> = {}): NewJob => ({
    clase: 'prueba',
    empresaId: company,
    sujeto: newId(new Date()),
    ...more,
  });
  const ask = (...jobs: NewJob[]) => state.db.system((tx) => state.queue.enqueue(tx, jobs));
  const take = (limit = 64, after = first) =>
    state.db.system((tx) => claim(tx, 'prueba', limit, state.clock.now(), after));
  const rows = () => state.db.system((tx) => tx.selectFrom('trabajo').selectAll().orderBy('en').execute());
  const leaseEnds = () =>
    state.db.system((tx) => sql`update trabajo set reservado_hasta = now() - interval '1 second'`.execute(tx));

  function start(
    handler: Partial<JobHandler> & Pick<JobHandler, 'handle'>,
    using: Pick<State, 'db' | 'queue' | 'signals'> = state,
  ): void {
    const { db, queue, signals } = using;
    const handlers = [{ clase: 'prueba', concurrency: 64, ...handler }];
    const runner = createRunner({ db, queue, signals, clock: state.clock, log: quiet, handlers });
    runners.push(runner);
    void runner.start();
  }

  async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await condition())) await delay(10);
  }

  const databaseUrl = () => database.databaseUrl;
  return Object.assign(state, { databaseUrl, runners, job, ask, take, rows, leaseEnds, start, until });
}
