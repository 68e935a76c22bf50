import type { Pool } from 'pg';

/**
 * PostgreSQL's own rule, with its own settings, for when autovacuum processes a table, and whether it also vacuums it.
 */
const due = `
  select relid::regclass::text as name, to_vacuum from (
    select relid,
      n_dead_tup > setting('vacuum_threshold') + setting('vacuum_scale_factor') * n_live_tup
        or n_ins_since_vacuum > setting('vacuum_insert_threshold') + setting('vacuum_insert_scale_factor') * n_live_tup
        as to_vacuum,
      n_mod_since_analyze > setting('analyze_threshold') + setting('analyze_scale_factor') * n_live_tup as to_analyze
    from pg_stat_user_tables) tables
  where to_vacuum or to_analyze
  order by name`.replace(/setting\('(\w+)'\)/g, "current_setting('autovacuum_$1')::float8");

/**
 * Runs once, for the embedded engine, what the autovacuum of a PostgreSQL server does by itself: removes dead rows and
 * updates the statistics of tables. Without it, plans made while a table was empty would remain for ever. Tables are
 * processed one at a time, between transactions.
 */
export async function tidy(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; to_vacuum: boolean }>(due);
  for (const { name, to_vacuum } of rows) await pool.query(`${to_vacuum ? 'vacuum (analyze)' : 'analyze'} ${name}`);
}

/** Interval between two runs. */
export const tidyEveryMs = 2_000;
