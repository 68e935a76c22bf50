import type { Estado } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';

/** The figures of the database for the metrics. */
export interface Backlog {
  /** When the query began. */
  readonly at: Date;
  readonly jobs: readonly {
    readonly clase: string;
    /** Counted up to {@link mostCounted} of all classes together. */
    readonly total: number;
    /** Maximum times that one of them was claimed since its last progress. */
    readonly intentos: number;
  }[];
  /** By class, the time since which the longest overdue job has been due. */
  readonly due: readonly { readonly clase: string; readonly desde: Date }[];
  /** Documents by state: those of the queue, counted up to {@link mostLookedUp}, and the unconfirmed ones. */
  readonly documents: ReadonlyMap<Estado, number>;
  readonly oldestUnconfirmed: Date | null;
  /** Active certificates of the companies. */
  readonly certificates: { readonly nearest: Date | null; readonly soon: number };
}

/** Queued jobs are counted up to this number. */
const mostCounted = 100_000;
/** Queued documents are looked up, by their key, up to this number. */
const mostLookedUp = 2_000;
/** Queues (one for each class, company and priority) whose first job is read, at most. */
const mostQueues = 10_000;
const soonDays = 30;

/**
 * Reads the waiting work. The cost does not grow with finished documents: every query reads the queue or small tables,
 * and is bounded.
 *
 * @param now due times and expiries are by this clock
 */
export async function readBacklog(tx: Tx, now: Date): Promise<Backlog> {
  const [jobs, due, states, unconfirmed, certificates] = [
    await countJobs(tx),
    await readDue(tx, now),
    await countStates(tx),
    await readUnconfirmed(tx),
    await readCertificates(tx, now),
  ];
  const documents = new Map(documentStates.map((estado) => [estado, 0]));
  for (const { estado, total } of states) if (documents.has(estado)) documents.set(estado, total);
  documents.set('sin_confirmar', unconfirmed.total);
  return { at: now, jobs, due, documents, oldestUnconfirmed: unconfirmed.desde, certificates };
}

/** States of a document on its way. */
const documentStates: readonly Estado[] = ['firmado', 'enviado', 'recibido', 'en_proceso', 'sin_confirmar'];

async function countJobs(tx: Tx): Promise<Backlog['jobs']> {
  const { rows } = await sql<Backlog['jobs'][number]>`
    select clase, count(*)::integer as total, max(intentos) as intentos
    from (select clase, intentos from trabajo limit ${mostCounted}) t group by clase order by clase`.execute(tx);
  return rows;
}

/** Reads the first job of each queue by the index: the jobs after it are not read. */
async function readDue(tx: Tx, now: Date): Promise<Backlog['due']> {
  const { rows } = await sql<Backlog['due'][number]>`
    with recursive head as (
      (select clase, empresa_id, prioridad, en from trabajo order by clase, empresa_id, prioridad desc, en limit 1)
      union all
      select next.* from head cross join lateral (
        select * from (
          (select t.clase, t.empresa_id, t.prioridad, t.en from trabajo t
           where t.clase = head.clase and t.empresa_id = head.empresa_id and t.prioridad < head.prioridad
           order by t.prioridad desc, t.en limit 1)
          union all
          (select t.clase, t.empresa_id, t.prioridad, t.en from trabajo t
           where (t.clase, t.empresa_id) > (head.clase, head.empresa_id)
           order by t.clase, t.empresa_id, t.prioridad desc, t.en limit 1)
        ) either order by clase, empresa_id, prioridad desc limit 1
      ) next
    )
    select clase, min(en) as desde from (select * from head limit ${mostQueues}) h
    where en <= ${now}::timestamptz group by clase`.execute(tx);
  return rows;
}

async function countStates(tx: Tx): Promise<readonly { readonly estado: Estado; readonly total: number }[]> {
  const { rows } = await sql<{ estado: Estado; total: number }>`
    select d.estado, count(*)::integer as total
    from (select empresa_id, sujeto from trabajo where clase = 'envio' limit ${mostLookedUp}) t
    join documento d on d.empresa_id = t.empresa_id and d.id = t.sujeto group by d.estado`.execute(tx);
  return rows;
}

async function readUnconfirmed(tx: Tx): Promise<{ readonly total: number; readonly desde: Date | null }> {
  const { rows } = await sql<{ total: number; desde: Date | null }>`
    select count(*)::integer as total, min(desde) as desde from documento_sin_confirmar`.execute(tx);
  return rows[0]!;
}

async function readCertificates(tx: Tx, now: Date): Promise<Backlog['certificates']> {
  const { rows } = await sql<Backlog['certificates']>`
    select min(valido_hasta) as nearest,
      (count(*) filter (where valido_hasta < ${now}::timestamptz + make_interval(days => ${soonDays})))::integer as soon
    from certificado where activo`.execute(tx);
  return rows[0]!;
}
