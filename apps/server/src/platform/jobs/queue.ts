import { type RawBuilder, sql } from 'kysely';
import { newId } from '../db/id.ts';
import type { Signals } from '../db/signals.ts';
import { afterCommit, type Tx } from '../db/transactions.ts';
import type { Clock } from '../process/clock.ts';

/** A job to be done after the enqueuing transaction commits. */
export interface NewJob {
  /** Class of the job: selects its handler. */
  readonly clase: string;
  readonly empresaId: string;
  /**
   * Id of the subject. A subject has one job of each class. Enqueued again, the job becomes due earlier; if it is
   * running, it is repeated.
   */
  readonly sujeto: string;
  readonly datos?: Record<string, unknown>;
  /** Earliest time; default now. */
  readonly en?: Date;
  /** Higher goes first within its company. Default 0. */
  readonly prioridad?: number;
}

/** A job claimed by this process. It belongs to this process until another claims it. */
export interface Job {
  readonly id: string;
  readonly clase: string;
  readonly empresaId: string;
  readonly sujeto: string;
  readonly datos: Record<string, unknown>;
  /** Fencing token, incremented by each claim. A process with an old token cannot write. */
  readonly ficha: number;
  /** Times that it was claimed, including this one. */
  readonly intentos: number;
}

/** Another process has claimed the job since: the results of this process must not be written. */
export class StaleLease extends Error {
  override readonly name = 'StaleLease';
}

/** The queue of jobs. Each change of a job belongs in the transaction that creates the work or stores its result. */
export interface Queue {
  /** Enqueues jobs. The runner wakes when the transaction commits. */
  enqueue(tx: Tx, jobs: readonly NewJob[]): Promise<void>;
  /** Marks jobs as done. Throws StaleLease, which rolls the work back, if any of them was claimed again meanwhile. */
  finish(tx: Tx, jobs: readonly Job[]): Promise<void>;
  /**
   * Puts jobs back for later. Throws StaleLease as {@link Queue.finish}.
   * @param counting `anew` if the job made progress: its next failure counts as the first; `uncounted` if nothing was
   * tried
   * @param espera the condition that makes it due earlier; see {@link Queue.wake}
   */
  reschedule(tx: Tx, jobs: readonly Job[], en: Date, counting?: Counting, espera?: string): Promise<void>;
  /**
   * Makes the jobs due that wait for some conditions, in the order in which they were enqueued. Returns how many.
   *
   * @param esperas as passed to {@link Queue.reschedule}
   */
  wake(tx: Tx, clase: string, esperas: readonly string[]): Promise<number>;
  /**
   * Makes all waiting jobs of a company due, whether they wait for a time or a condition; those that are being done are
   * done again. Returns how many.
   */
  wakeCompany(tx: Tx, clase: string, empresaId: string): Promise<number>;
  /**
   * Throws StaleLease if any job was claimed again meanwhile; otherwise prevents other claims until the transaction
   * ends.
   */
  hold(tx: Tx, jobs: readonly Job[]): Promise<void>;
  /** Records that this process claimed or renewed the jobs at `sinceMs`, by its monotonic clock. */
  leased(jobs: readonly Job[], sinceMs: number): void;
  /**
   * Whether this process's lease is certainly still valid. Call it before irreversible actions such as a post: a
   * process that was suspended may have lost its jobs without noticing.
   */
  isLeased(job: Job): boolean;
  /** Whether this process has settled the job: finished or rescheduled it, and committed. */
  isSettled(job: Job): boolean;
}

/** How a claim without a final result counts among the job's tries. */
export type Counting = 'anew' | 'uncounted';

/** Topic of the signal that wakes the handler of a class. */
export const topicOf = (clase: string): string => `trabajo:${clase}`;

export function createQueue({ clock, signals }: { readonly clock: Clock; readonly signals: Signals }): Queue {
  const settled = new WeakSet<Job>();
  const leaseEndsMs = new WeakMap<Job, number>();

  /** Settles jobs whose token is still current; throws if that of any job is not. */
  async function settle(
    tx: Tx,
    jobs: readonly Job[],
    en: Date | undefined,
    counting: Counting | undefined,
    espera: string | undefined,
  ): Promise<void> {
    if (jobs.length === 0) return;
    const now = clock.now();
    demandAll(jobs, await settleRows(tx, jobs, now, en, counting, espera));
    const classes = new Set(jobs.map(({ clase }) => clase));
    const waitMs = en === undefined ? 0 : en.getTime() - now.getTime();
    afterCommit(tx, () => {
      for (const job of jobs) settled.add(job);
      // Due before the runner's next periodic check, so a timer wakes it.
      if (waitMs < soonMs) setTimeout(() => ring(classes), Math.max(0, waitMs)).unref();
    });
  }

  const ring = (classes: ReadonlySet<string>) => {
    for (const clase of classes) signals.emit(topicOf(clase));
  };

  async function due(tx: Tx, clase: string, which: RawBuilder<unknown>): Promise<number> {
    const count = await makeDue(tx, clase, which, clock.now());
    if (count > 0) afterCommit(tx, () => signals.emit(topicOf(clase)));
    return count;
  }

  return {
    async enqueue(tx, jobs) {
      if (jobs.length === 0) return;
      await insertJobs(tx, jobs, clock.now());
      const classes = new Set(jobs.map(({ clase }) => clase));
      afterCommit(tx, () => ring(classes));
    },
    finish: (tx, jobs) => settle(tx, jobs, undefined, undefined, undefined),
    reschedule: settle,
    wake: (tx, clase, esperas) => due(tx, clase, sql`espera = any(${esperas}::text[])`),
    wakeCompany(tx, clase, empresaId) {
      const waits = sql`espera is not null or en > ${clock.now()}::timestamptz or reservado_hasta is not null`;
      return due(tx, clase, sql`empresa_id = ${empresaId} and (${waits})`);
    },
    async hold(tx, jobs) {
      if (jobs.length > 0) demandAll(jobs, await holdRows(tx, jobs));
    },
    leased(jobs, sinceMs) {
      for (const job of jobs) leaseEndsMs.set(job, sinceMs + leaseS * 1_000);
    },
    isLeased: (job) => clock.monotonicMs() < (leaseEndsMs.get(job) ?? 0),
    isSettled: (job) => settled.has(job),
  };
}

const leaseS = 30;
/** Jobs due within this time wake the runner by a timer; its check of each second finds later ones. */
const soonMs = 2_000;

/** The jobs as a table `h (id, ficha)`. */
const held = (jobs: readonly Pick<Job, 'id' | 'ficha'>[]) =>
  sql`unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ ficha }) => ficha)}::bigint[]) as h (id, ficha)`;

/** Throws StaleLease unless all jobs still have their tokens. */
function demandAll(jobs: readonly Job[], count: number): void {
  if (count !== jobs.length) throw new StaleLease(`${jobs[0]!.clase}: claimed by another process`);
}

async function insertJobs(tx: Tx, jobs: readonly NewJob[], now: Date): Promise<void> {
  await sql`
    insert into trabajo (id, clase, empresa_id, sujeto, datos, en, prioridad)
    select * from unnest(
      ${jobs.map(() => newId(now))}::uuid[], ${jobs.map((job) => job.clase)}::text[],
      ${jobs.map((job) => job.empresaId)}::uuid[], ${jobs.map((job) => job.sujeto)}::uuid[],
      ${jobs.map((job) => JSON.stringify(job.datos ?? {}))}::jsonb[],
      ${jobs.map((job) => job.en ?? now)}::timestamptz[], ${jobs.map((job) => job.prioridad ?? 0)}::smallint[])
    on conflict (clase, empresa_id, sujeto) do update set
      en = least(trabajo.en, excluded.en), prioridad = greatest(trabajo.prioridad, excluded.prioridad),
      espera = null, datos = excluded.datos, repetir = trabajo.reservado_hasta is not null`.execute(tx);
}

/** Deletes the jobs whose token is still current, or puts them back until `en`. Returns how many they are. */
async function settleRows(
  tx: Tx,
  jobs: readonly Job[],
  now: Date,
  en: Date | undefined,
  counting: Counting | undefined,
  espera: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    with held as materialized (
      select t.id, t.repetir from trabajo t join ${held(jobs)} on t.id = h.id and t.ficha = h.ficha for update of t
    ), again as (
      update trabajo t set reservado_hasta = null, repetir = false, ultimo_error = null,
        intentos = case ${counting ?? ''}::text when 'anew' then 0 when 'uncounted' then greatest(t.intentos - 1, 0)
          else t.intentos end,
        espera = case when held.repetir then null else ${espera ?? null}::text end,
        en = case when held.repetir then least(t.en, ${now}::timestamptz) else ${en ?? now}::timestamptz end
      from held where t.id = held.id and (held.repetir or ${en !== undefined}::boolean)
    ), done as (
      delete from trabajo t using held where t.id = held.id and not held.repetir and not ${en !== undefined}::boolean
    )
    select count(*) as held from held`.execute(tx);
  return rows[0]!.held;
}

/** Prevents claims of the jobs whose token is still current. Returns how many they are. */
async function holdRows(tx: Tx, jobs: readonly Job[]): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    with held as materialized (
      select t.id from trabajo t join ${held(jobs)} on t.id = h.id and t.ficha = h.ficha for share of t
    ) select count(*) as held from held`.execute(tx);
  return rows[0]!.held;
}

/**
 * Sets the due time to the time of enqueuing, which the ids contain, so that the jobs keep their order. A job that is
 * being done is done again: it may have decided to wait before its reason to wait ended. Returns how many.
 */
async function makeDue(tx: Tx, clase: string, which: RawBuilder<unknown>, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update trabajo set espera = null, repetir = reservado_hasta is not null, en = least(${now}::timestamptz, to_timestamp(
      ('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0))
    where clase = ${clase} and ${which}`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Claims jobs that are due and free, for 30 s unless renewed. Companies take turns: the first one after `after` goes
 * first. Leases use the database's clock, which all processes share; due times use the caller's.
 *
 * @param limit how many at most
 * @param after the company that had the last turn
 */
export async function claim(tx: Tx, clase: string, limit: number, now: Date, after: string): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with recursive turn (empresa_id) as (
      (select empresa_id from trabajo where clase = ${clase} and empresa_id > ${after}::uuid order by empresa_id limit 1)
      union all
      select (select t.empresa_id from trabajo t where t.clase = ${clase} and t.empresa_id > turn.empresa_id
              order by t.empresa_id limit 1)
      from turn where turn.empresa_id is not null
    ), free as materialized (
      select due.id from (select empresa_id from turn where empresa_id is not null) company
      cross join lateral (
        select t.id from trabajo t
        where t.clase = ${clase} and t.empresa_id = company.empresa_id and t.en <= ${now}::timestamptz
          and (t.reservado_hasta is null or t.reservado_hasta < now())
        order by t.prioridad desc, t.en limit ${limit} for update skip locked
      ) due limit ${limit}
    )
    update trabajo t set ficha = t.ficha + 1, intentos = t.intentos + 1,
      reservado_hasta = now() + make_interval(secs => ${leaseS})
    from free where t.id = free.id
    returning t.id, t.clase, t.empresa_id as "empresaId", t.sujeto, t.datos, t.ficha, t.intentos`.execute(tx);
  return rows;
}

/** Returns those of the classes that have a job which {@link claim} would return now. */
export async function dueClasses(tx: Tx, classes: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ clase: string }>`
    select c.clase from unnest(${classes}::text[]) c (clase)
    where exists (
      select from trabajo t where t.clase = c.clase and t.en <= ${now}::timestamptz
        and (t.reservado_hasta is null or t.reservado_hasta < now())
    )`.execute(tx);
  return rows.map(({ clase }) => clase);
}

/** Extends the leases by 30 s. Returns the jobs that still belonged to this process. */
export async function renew(tx: Tx, jobs: readonly Job[]): Promise<Job[]> {
  const { rows } = await sql<{ id: string }>`
    update trabajo t set reservado_hasta = now() + make_interval(secs => ${leaseS})
    from ${held(jobs)} where t.id = h.id and t.ficha = h.ficha and t.reservado_hasta is not null
    returning t.id`.execute(tx);
  const renewed = new Set(rows.map(({ id }) => id));
  return jobs.filter(({ id }) => renewed.has(id));
}

/** Puts failed jobs back, each due again at its time. */
export async function giveBack(tx: Tx, jobs: readonly (Job & { readonly en: Date })[], why: string): Promise<void> {
  await sql`
    update trabajo t set reservado_hasta = null, repetir = false, espera = null, ultimo_error = ${why.slice(0, 500)},
      en = case when t.repetir then least(t.en, b.en) else b.en end
    from unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ ficha }) => ficha)}::bigint[],
                ${jobs.map(({ en }) => en)}::timestamptz[]) as b (id, ficha, en)
    where t.id = b.id and t.ficha = b.ficha and t.reservado_hasta is not null`.execute(tx);
}

/**
 * Frees the jobs of a dead process. Only for the embedded engine at start, where this process is certainly the only
 * one.
 */
export async function freeAll(tx: Tx): Promise<void> {
  await sql`update trabajo set reservado_hasta = null where reservado_hasta is not null`.execute(tx);
}

/** The jobs of a class that wait or are being done: their companies and data. */
export const jobsOf = (tx: Tx, clase: string) =>
  tx.selectFrom('trabajo').select(['empresa_id', 'datos']).where('clase', '=', clase).limit(100).execute();
