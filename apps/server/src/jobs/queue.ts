import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { newId } from '../db/id.ts';
import { afterCommit, type Tx } from '../db/transactions.ts';
import type { Signals } from '../signals.ts';

/** Work to be done once the transaction that asks for it commits. */
export interface NewJob {
  /** Which handler does it. */
  readonly clase: string;
  readonly empresaId: string;
  /** What it is about. A subject has one job of each class: asked for again, it is brought forward, and repeated when it was being done. */
  readonly sujeto: string;
  readonly datos?: Record<string, unknown>;
  /** Not before; default at once. */
  readonly en?: Date;
  /** Higher goes first within its company. Default 0. */
  readonly prioridad?: number;
}

/** A job claimed by this process: it is this process's while nobody claims it again. */
export interface Job {
  readonly id: string;
  readonly clase: string;
  readonly empresaId: string;
  readonly sujeto: string;
  readonly datos: Record<string, unknown>;
  /** Fencing token: one more at each claim. The holder of an old one writes nothing. */
  readonly ficha: number;
  /** Times that it was claimed, this one included. */
  readonly intentos: number;
}

/** A job was claimed by another process meanwhile: what was done for it must not be written. */
export class StaleLease extends Error {
  override readonly name = 'StaleLease';
}

/** The queue of jobs. The changes of a job go in the transaction that its work needs or does. */
export interface Queue {
  /** Asks for work. The runner wakes when the transaction commits. */
  enqueue(tx: Tx, jobs: readonly NewJob[]): Promise<void>;
  /** Done. Throws StaleLease, which rolls the work back, when any was claimed again meanwhile. */
  finish(tx: Tx, jobs: readonly Job[]): Promise<void>;
  /**
   * To be done again later. Throws StaleLease as {@link Queue.finish}.
   * @param counting `anew` where it made progress: its next failure counts as the first
   */
  reschedule(tx: Tx, jobs: readonly Job[], en: Date, counting?: 'anew'): Promise<void>;
  /** Throws StaleLease when any job was claimed again meanwhile; else nobody can until the transaction ends. */
  hold(tx: Tx, jobs: readonly Job[]): Promise<void>;
  /** Notes that this process claimed or renewed the jobs at `sinceMs`, by its monotonic clock. */
  leased(jobs: readonly Job[], sinceMs: number): void;
  /**
   * Whether this process's lease surely still runs. What cannot be taken back, as a post, asks first: a process that was
   * stopped for a while no longer has its jobs, whatever it remembers.
   */
  isLeased(job: Job): boolean;
  /** Whether this process has settled the job: finished or rescheduled it, and committed. */
  isSettled(job: Job): boolean;
}

/** The topic that wakes the handler of a class. */
export const topicOf = (clase: string): string => `trabajo:${clase}`;

export function createQueue({ clock, signals }: { readonly clock: Clock; readonly signals: Signals }): Queue {
  const settled = new WeakSet<Job>();
  const leaseEndsMs = new WeakMap<Job, number>();

  /** Settles jobs still held with their token; throws when one is not. */
  async function settle(tx: Tx, jobs: readonly Job[], en: Date | undefined, counting?: 'anew'): Promise<void> {
    if (jobs.length === 0) return;
    const now = clock.now();
    const { rows } = await sql<{ held: number }>`
      with held as materialized (
        select t.id, t.repetir from trabajo t join ${held(jobs)} on t.id = h.id and t.ficha = h.ficha for update of t
      ), again as (
        update trabajo t set reservado_hasta = null, repetir = false, ultimo_error = null,
          intentos = case when ${counting === 'anew'}::boolean then 0 else t.intentos end,
          en = case when held.repetir then least(t.en, ${now}::timestamptz) else ${en ?? now}::timestamptz end
        from held where t.id = held.id and (held.repetir or ${en !== undefined}::boolean)
      ), done as (
        delete from trabajo t using held where t.id = held.id and not held.repetir and not ${en !== undefined}::boolean
      )
      select count(*) as held from held`.execute(tx);
    if (rows[0]?.held !== jobs.length) throw new StaleLease(`${jobs[0]!.clase}: claimed by another process`);
    const classes = new Set(jobs.map(({ clase }) => clase));
    const waitMs = en === undefined ? 0 : en.getTime() - now.getTime();
    afterCommit(tx, () => {
      for (const job of jobs) settled.add(job);
      // Due before the runner looks again by itself: it is woken then.
      if (waitMs < soonMs) setTimeout(() => wake(classes), Math.max(0, waitMs)).unref();
    });
  }

  const wake = (classes: ReadonlySet<string>) => {
    for (const clase of classes) signals.emit(topicOf(clase));
  };

  return {
    async enqueue(tx, jobs) {
      if (jobs.length === 0) return;
      const now = clock.now();
      await sql`
        insert into trabajo (id, clase, empresa_id, sujeto, datos, en, prioridad)
        select * from unnest(
          ${jobs.map(() => newId(now))}::uuid[], ${jobs.map((job) => job.clase)}::text[],
          ${jobs.map((job) => job.empresaId)}::uuid[], ${jobs.map((job) => job.sujeto)}::uuid[],
          ${jobs.map((job) => JSON.stringify(job.datos ?? {}))}::jsonb[],
          ${jobs.map((job) => job.en ?? now)}::timestamptz[], ${jobs.map((job) => job.prioridad ?? 0)}::smallint[])
        on conflict (clase, empresa_id, sujeto) do update set
          en = least(trabajo.en, excluded.en), prioridad = greatest(trabajo.prioridad, excluded.prioridad),
          datos = excluded.datos, repetir = trabajo.reservado_hasta is not null`.execute(tx);
      const classes = new Set(jobs.map(({ clase }) => clase));
      afterCommit(tx, () => {
        for (const clase of classes) signals.emit(topicOf(clase));
      });
    },
    finish: (tx, jobs) => settle(tx, jobs, undefined),
    reschedule: (tx, jobs, en, counting) => settle(tx, jobs, en, counting),
    async hold(tx, jobs) {
      if (jobs.length === 0) return;
      const { rows } = await sql<{ held: number }>`
        with held as materialized (
          select t.id from trabajo t join ${held(jobs)} on t.id = h.id and t.ficha = h.ficha for share of t
        ) select count(*) as held from held`.execute(tx);
      if (rows[0]?.held !== jobs.length) throw new StaleLease(`${jobs[0]!.clase}: claimed by another process`);
    },
    leased(jobs, sinceMs) {
      for (const job of jobs) leaseEndsMs.set(job, sinceMs + leaseS * 1_000);
    },
    isLeased: (job) => clock.monotonicMs() < (leaseEndsMs.get(job) ?? 0),
    isSettled: (job) => settled.has(job),
  };
}

const leaseS = 30;
/** Jobs due within this time wake the runner when they are; later ones, it finds by looking. */
const soonMs = 2_000;

/** The jobs as a table `h (id, ficha)`. */
const held = (jobs: readonly Pick<Job, 'id' | 'ficha'>[]) =>
  sql`unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ ficha }) => ficha)}::bigint[]) as h (id, ficha)`;

/**
 * Takes jobs that are due and free, for 30 s unless renewed. Companies take turns: the first one after `after` goes first.
 * Time limits are the database's clock, which is one for all processes; due times are the caller's.
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
      select due.id from (select empresa_id from turn where empresa_id is not null limit ${limit}) company
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

/** Holds the jobs for 30 s more. Gives those that were still this process's. */
export async function renew(tx: Tx, jobs: readonly Job[]): Promise<Job[]> {
  const { rows } = await sql<{ id: string }>`
    update trabajo t set reservado_hasta = now() + make_interval(secs => ${leaseS})
    from ${held(jobs)} where t.id = h.id and t.ficha = h.ficha and t.reservado_hasta is not null
    returning t.id`.execute(tx);
  const renewed = new Set(rows.map(({ id }) => id));
  return jobs.filter(({ id }) => renewed.has(id));
}

/** Gives back jobs that failed, each to be tried again at its time. */
export async function giveBack(tx: Tx, jobs: readonly (Job & { readonly en: Date })[], why: string): Promise<void> {
  await sql`
    update trabajo t set reservado_hasta = null, repetir = false, ultimo_error = ${why.slice(0, 500)},
      en = case when t.repetir then least(t.en, b.en) else b.en end
    from unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ ficha }) => ficha)}::bigint[],
                ${jobs.map(({ en }) => en)}::timestamptz[]) as b (id, ficha, en)
    where t.id = b.id and t.ficha = b.ficha and t.reservado_hasta is not null`.execute(tx);
}

/** Frees what a dead process held. Only where this process is surely the only one: on the embedded engine, at start. */
export async function freeAll(tx: Tx): Promise<void> {
  await sql`update trabajo set reservado_hasta = null where reservado_hasta is not null`.execute(tx);
}
