import type { Pool, QueryResultRow } from 'pg';

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

/** Bytes of the write-ahead log since the last checkpoint: what the next start would read again after a crash. */
const sinceCheckpoint = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`;
/** Above this size a checkpoint is made; the log then has about twice as much on the disk. */
const longestLogBytes = 64 * 1024 * 1024;

/** Minimum interval between two rounds. */
export const tidyEveryMs = 2_000;
/** After a round the engine rests for this many times the duration of the work. */
const restFactor = 50;

/**
 * Makes the function that does for the embedded engine what background processes do in a PostgreSQL server: removes
 * dead rows, updates the statistics of tables, and makes a checkpoint when the log has grown. Without it, plans made
 * while a table was empty would remain for ever, and the log would never be shortened while the server runs. Tables are
 * processed one at a time, between transactions, and altogether take at most a fiftieth of the engine's time: while
 * rows are few a round costs little, and follows every change.
 *
 * @param monotonicMs a monotonic clock
 * @returns a function that does one round, or nothing during the rest after the last one
 */
export function createTidying(pool: Pool, monotonicMs: () => number): () => Promise<void> {
  let restUntilMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (monotonicMs() < restUntilMs) return;
    let workedMs = 0;
    /** Measures only the work, without the time in which other transactions use the engine. */
    const run = async <Row extends QueryResultRow>(text: string): Promise<Row[]> => {
      const client = await pool.connect();
      const begunMs = monotonicMs();
      try {
        return (await client.query<Row>(text)).rows;
      } finally {
        workedMs += monotonicMs() - begunMs;
        client.release();
      }
    };
    const [log] = await run<{ bytes: number }>(sinceCheckpoint);
    if (log!.bytes > longestLogBytes) await run('checkpoint');
    for (const { name, to_vacuum } of await run<{ name: string; to_vacuum: boolean }>(due))
      await run(`${to_vacuum ? 'vacuum (analyze)' : 'analyze'} ${name}`);
    restUntilMs = monotonicMs() + restFactor * workedMs;
  };
}
