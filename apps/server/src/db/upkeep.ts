import type { Pool } from 'pg';

/** PostgreSQL's own rule, by its own settings, of when its autovacuum takes up a table, and whether to vacuum it too. */
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
 * Does for the embedded engine, once, what the autovacuum of a PostgreSQL server does by itself: takes away rows that are
 * dead, and counts again what tables hold. Without it the plans made while a table was empty stay for ever. Each table is a
 * turn of its own between the transactions.
 */
export async function tidy(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; to_vacuum: boolean }>(due);
  for (const { name, to_vacuum } of rows) await pool.query(`${to_vacuum ? 'vacuum (analyze)' : 'analyze'} ${name}`);
}

const everyMs = 2_000;

/**
 * Tidies now and then.
 *
 * @param onWarning told of a round that failed; the next one comes all the same
 * @returns the way to stop: when it is through, no round is under way
 */
export function keepTidy(pool: Pool, onWarning: (error: Error) => void): () => Promise<void> {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(() => tidy(pool)).catch(onWarning);
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return round;
  };
}
