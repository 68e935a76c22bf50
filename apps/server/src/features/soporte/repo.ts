import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';

/** Jobs read at most, of all classes together. */
const mostJobs = 100_000;
/** Failed jobs read at most. */
const mostFailed = 10_000;

/** The version of the engine, its clock, and the migrations that it has. */
export async function readEngine(tx: Tx) {
  const { rows: engines } = await sql<{ version: string; now: Date }>`
    select current_setting('server_version') as version, clock_timestamp() as now`.execute(tx);
  const { rows: applied } = await sql<{ nombre: string; aplicada: Date }>`
    select nombre, aplicada from migracion order by nombre limit 1000`.execute(tx);
  return { ...engines[0]!, applied };
}

/** A class of jobs. */
interface JobsRow {
  readonly clase: string;
  readonly total: number;
  readonly vencidos: number;
  readonly intentos: number;
  readonly con_error: number;
}

export async function readJobs(tx: Tx, now: Date): Promise<readonly JobsRow[]> {
  const { rows } = await sql<JobsRow>`
    select clase, count(*)::integer as total, (count(*) filter (where en <= ${now}::timestamptz))::integer as vencidos,
      max(intentos) as intentos, (count(*) filter (where fallo))::integer as con_error
    from (select clase, en, intentos, ultimo_error is not null as fallo from trabajo limit ${mostJobs}) t
    group by clase order by clase`.execute(tx);
  return rows;
}

/** The last errors of the jobs by class: only the name before the first colon is read, and how often. */
export async function readJobErrors(tx: Tx) {
  const { rows } = await sql<{ clase: string; nombre: string; total: number }>`
    select clase, split_part(left(ultimo_error, 40), ':', 1) as nombre, count(*)::integer as total
    from (select clase, ultimo_error from trabajo where ultimo_error is not null limit ${mostFailed}) t
    group by 1, 2 order by 3 desc limit 1000`.execute(tx);
  return rows;
}

/** How many active certificates have expired, expire within 30 days, or later. */
export async function countCertificates(tx: Tx, now: Date) {
  const { rows } = await sql<{ vencidos: number; pronto: number; vigentes: number }>`
    select (count(*) filter (where valido_hasta <= ${now}::timestamptz))::integer as vencidos,
      (count(*) filter (where valido_hasta > ${now}::timestamptz
        and valido_hasta <= ${now}::timestamptz + interval '30 days'))::integer as pronto,
      (count(*) filter (where valido_hasta > ${now}::timestamptz + interval '30 days'))::integer as vigentes
    from certificado where activo`.execute(tx);
  return rows[0]!;
}
