import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Signals } from '../db/signals.ts';
import type { Db } from '../db/transactions.ts';
import type { Clock } from '../process/clock.ts';
import { endedWithin } from '../process/ended-within.ts';
import { claim, dueClasses, freeAll, giveBack, type Job, type Queue, renew, topicOf } from './queue.ts';

/** Does the jobs of one class. */
export interface JobHandler {
  readonly clase: string;
  /** Maximum jobs that this process may work on at once. */
  readonly concurrency: number;
  /**
   * Does jobs of one company, at most 64. Each must be finished or rescheduled (see Queue) in a committed transaction.
   * Those that are not, and all remaining ones if it throws, are tried again after growing delays.
   */
  handle(empresaId: string, jobs: readonly Job[]): Promise<void>;
}

/** Runs the jobs of the queue until it is stopped. */
export interface Runner {
  start(): Promise<void>;
  /**
   * Claims no more jobs, and waits a second for those in progress. Then `cut` aborts the operations on which they wait,
   * and they may still record their outcome. Unfinished jobs stay leased until their lease ends.
   *
   * @param cut aborts the exchange with the authority, on which jobs wait
   */
  stop(cut: () => Promise<void>): Promise<void>;
}

const batch = 64;
/** Time between two checks for jobs whose time has come, or which no signal announced. */
const pollMs = 1_000;
/**
 * Minimum time between two checks after one that found no more jobs: jobs that arrive meanwhile are claimed together.
 */
const gatherMs = 40;
const gathered = () => new Promise((resolve) => setTimeout(resolve, gatherMs));
const renewEveryMs = 10_000;
const stopWithinMs = 1_000;
const cutWithinMs = 500;
const giveBackAgainMs = 500;
const firstCompany = '00000000-0000-0000-0000-000000000000';

/** Milliseconds until a job that failed for the nth time is tried again: 1 s doubling to 1 min, ± 25 %. */
const backOffMs = (intentos: number): number =>
  Math.min(60_000, 1_000 * 2 ** Math.min(intentos - 1, 6)) * (0.75 + Math.random() / 2);

/** The services of a runner. */
interface RunnerOptions {
  readonly db: Db;
  readonly queue: Queue;
  readonly signals: Signals;
  readonly clock: Clock;
  readonly log: Logger;
  readonly handlers: readonly JobHandler[];
  /** Called before each check for jobs: while it returns false, none is started. */
  mayWork?(): Promise<boolean>;
}

/** @throws Error if two handlers share a class */
export function createRunner(options: RunnerOptions): Runner {
  const { handlers } = options;
  for (const [i, { clase }] of handlers.entries())
    if (handlers.findIndex((one) => one.clase === clase) !== i)
      throw new Error(`Two handlers take the jobs of ${clase}`);
  return new Pumps(options);
}

class Pumps implements Runner {
  readonly #options: RunnerOptions;
  readonly #inHand = new Set<Job>();
  readonly #runs = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #pumps: Promise<void>[] = [];
  /** Class → wakes its pump. */
  readonly #bells = new Map<string, () => void>();
  #renewal: NodeJS.Timeout | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    // Each handler listens to the signal, and Node warns of a leak from the eleventh listener on.
    setMaxListeners(options.handlers.length + 1, this.#stopping.signal);
  }

  async start(): Promise<void> {
    const { db, handlers } = this.#options;
    if (db.engine === 'embebida') await db.system(freeAll);
    this.#renewal = setInterval(() => this.#renewAll(), renewEveryMs);
    for (const handler of handlers) this.#pumps.push(this.#pump(handler));
    this.#pumps.push(this.#poll());
  }

  async stop(cut: () => Promise<void>): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#renewal);
    const rest = Promise.all(this.#pumps).then(() => Promise.all(this.#runs));
    const ended = await endedWithin(rest, stopWithinMs);
    await endedWithin(cut(), cutWithinMs);
    if (!ended && !(await endedWithin(rest, cutWithinMs)))
      this.#options.log.warn({ jobs: this.#inHand.size }, 'jobs were left in hand; their lease will end');
  }

  /** Claims and starts jobs of one class, up to the free capacity, as long as there are any. */
  async #pump(handler: JobHandler): Promise<void> {
    const { signals, mayWork = async () => true } = this.#options;
    const { signal } = this.#stopping;
    let mine = 0;
    let lastCompany = firstCompany;
    const bell = alarmClock(signal);
    this.#bells.set(handler.clase, bell.ring);
    const unsubscribe = signals.on(topicOf(handler.clase), bell.ring);

    while (!signal.aborted) {
      const room = Math.min(batch, handler.concurrency - mine);
      const fromFirst = lastCompany === firstCompany;
      const jobs = room > 0 && (await mayWork()) ? await this.#claim(handler.clase, room, lastCompany) : [];
      const full = room > 0 && jobs.length === room;
      lastCompany = full ? jobs.reduce((last, job) => (job.empresaId > last ? job.empresaId : last), '') : firstCompany;
      for (const own of byCompany(jobs)) {
        mine += own.length;
        const run = this.#run(handler, own).finally(() => {
          mine -= own.length;
          this.#runs.delete(run);
          bell.ring();
        });
        this.#runs.add(run);
      }
      if (!full && (room === 0 || fromFirst)) await Promise.all([bell.sleep(), gathered()]);
    }
    unsubscribe();
  }

  /** Wakes the pumps of the classes that have due jobs. One query for all, because most of the time there are none. */
  async #poll(): Promise<void> {
    const { db, clock, log, handlers } = this.#options;
    const { signal } = this.#stopping;
    const classes = handlers.map(({ clase }) => clase);
    for (;;) {
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        for (const clase of await db.system((tx) => dueClasses(tx, classes, clock.now()))) this.#bells.get(clase)?.();
      } catch (error) {
        log.error({ err: error }, 'could not look for due jobs');
      }
    }
  }

  async #claim(clase: string, limit: number, after: string): Promise<Job[]> {
    const { db, queue, clock, log } = this.#options;
    const sinceMs = clock.monotonicMs();
    try {
      const jobs = await db.system((tx) => claim(tx, clase, limit, clock.now(), after));
      queue.leased(jobs, sinceMs);
      return jobs;
    } catch (error) {
      log.error({ err: error, clase }, 'could not claim jobs');
      return [];
    }
  }

  /** Has jobs of one company done, and gives back those that the handler did not settle. */
  async #run(handler: JobHandler, jobs: readonly Job[]): Promise<void> {
    const { queue, log } = this.#options;
    const { empresaId } = jobs[0]!;
    for (const job of jobs) this.#inHand.add(job);
    let failure: unknown = new Error('the handler neither finished nor rescheduled it');
    try {
      await handler.handle(empresaId, jobs);
    } catch (error) {
      failure = error;
    }
    for (const job of jobs) this.#inHand.delete(job);
    const left = jobs.filter((job) => !queue.isSettled(job));
    if (left.length === 0) return;
    log.warn({ err: failure, clase: handler.clase, empresaId, jobs: left.length }, 'jobs failed');
    await this.#giveBack(left, failure);
  }

  /** Gives jobs back, for after a delay. Retried because a database outage usually ends before the lease does. */
  async #giveBack(left: readonly Job[], failure: unknown): Promise<void> {
    const { db, queue, clock, log } = this.#options;
    const { signal } = this.#stopping;
    const now = clock.now().getTime();
    const later = left.map((job) => ({ ...job, en: new Date(now + backOffMs(job.intentos)) }));
    for (;;) {
      try {
        return await db.system((tx) => giveBack(tx, later, String(failure)));
      } catch (error) {
        log.error({ err: error }, 'could not give jobs back; if their lease ends, others take them');
        if (signal.aborted || !left.some((job) => queue.isLeased(job))) return;
        await sleep(giveBackAgainMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #renewAll(): Promise<void> {
    const { db, queue, clock, log } = this.#options;
    if (this.#inHand.size === 0) return;
    const sinceMs = clock.monotonicMs();
    await db
      .system((tx) => renew(tx, [...this.#inHand]))
      .then((renewed) => queue.leased(renewed, sinceMs))
      .catch((error) => log.error({ err: error }, 'could not renew the lease of jobs'));
  }
}

function byCompany(jobs: readonly Job[]): Job[][] {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const group = groups.get(job.empresaId);
    if (group === undefined) groups.set(job.empresaId, [job]);
    else group.push(job);
  }
  return [...groups.values()];
}

/** A sleep that a ring ends at once, including a ring from before it began. */
function alarmClock(signal: AbortSignal): { ring(): void; sleep(): Promise<void> } {
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    rung = true;
    wake?.();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    async sleep() {
      if (!rung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      wake = undefined;
      rung = false;
    },
  };
}
