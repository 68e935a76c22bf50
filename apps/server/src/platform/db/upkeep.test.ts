import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pglite, startPglite } from './pglite.ts';
import { createTidying } from './upkeep.ts';

// Only for the embedded engine: a PostgreSQL server has autovacuum.
let pglite: Pglite;
let pool: pg.Pool;

beforeAll(async () => {
  pglite = await startPglite(
    {},
    {
      onLost(error) {
        throw error;
      },
    },
  );
  pool = new pg.Pool({ stream: () => pglite.connect(), user: 'postgres', database: 'postgres', max: 1 });
  await pool.query('create table changed (id integer primary key); create table still (id integer primary key)');
});
afterAll(async () => {
  await pool.end();
  await pglite.close();
});

/** By table: live rows, dead rows, and rows written since the last ANALYZE. */
async function known() {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ relname: string; live: number; dead: number; written: number }>(
    `select relname, n_live_tup::integer as live, n_dead_tup::integer as dead, n_mod_since_analyze::integer as written
     from pg_stat_user_tables`,
  );
  return Object.fromEntries(rows.map(({ relname, ...figures }) => [relname, figures]));
}

/** The cached plan of a prepared statement. */
async function planned(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>('explain execute find (7)');
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('a table with many changes is vacuumed and counted, others are left alone, and cached plans are made anew', async () => {
  const client = await pool.connect();
  await client.query(`set plan_cache_mode = force_generic_plan;
    analyze changed; prepare find (integer) as select * from changed where id = $1`);
  const before = await planned(client);
  client.release();
  await pool.query('insert into still select generate_series(1, 40)');
  await pool.query('insert into changed select generate_series(1, 5000)');
  await pool.query('delete from changed where id > 3000');
  expect(await known()).toMatchObject({
    changed: { live: 3_000, dead: 2_000, written: 7_000 },
    still: { live: 40, written: 40 },
  });

  await createTidying(pool, () => 0)();
  expect(await known()).toMatchObject({
    changed: { live: 3_000, dead: 0, written: 0 },
    still: { live: 40, written: 40 },
  });
  const again = await pool.connect();
  expect(await planned(again)).not.toBe(before);
  again.release();
});

test('a transaction under way is waited for, and not disturbed', async () => {
  const client = await pool.connect();
  await client.query('begin; delete from changed where id <= 2000');
  const tidy = createTidying(pool, () => 0);
  const tidied = tidy();
  await client.query('commit');
  client.release();
  await tidied;
  await known();
  await tidy();
  expect((await known()).changed).toMatchObject({ live: 1_000, dead: 0 });
});

test('the pause after a round is fifty times as long as the work of the engine', async () => {
  let nowMs = 0;
  let stepMs = 500;
  const tidy = createTidying(pool, () => {
    nowMs += stepMs;
    return nowMs;
  });
  const write = () =>
    pool.query('insert into changed select generate_series(max(id) + 1, max(id) + 5000) from changed');
  const written = async () => (await known()).changed?.written;
  await write();
  await written();
  await tidy();
  expect(await written()).toBe(0);

  // Three statements of half a second: reading the length of the log, listing the due tables, processing one of them.
  stepMs = 0;
  await write();
  await written();
  nowMs += 74_000;
  await tidy();
  expect(await written()).toBe(5_000);
  nowMs += 1_000;
  await tidy();
  expect(await written()).toBe(0);
});

test('the log since the last checkpoint stays bounded: PostgreSQL in one process makes none by itself', {
  tags: ['P4.15'],
}, async () => {
  const log = async () => {
    const { rows } = await pool.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    );
    return rows[0]!.bytes;
  };
  const tidy = createTidying(pool, () => 0);
  await pool.query('checkpoint');
  await pool.query("select pg_logical_emit_message(false, 'x', repeat('x', 1000000))");
  await tidy();
  expect(await log()).toBeGreaterThan(1_000_000);
  for (let mb = 0; mb < 64; mb += 4)
    await pool.query("select pg_logical_emit_message(false, 'x', repeat('x', 4194304))");
  expect(await log()).toBeGreaterThan(64 * 1024 * 1024);
  await tidy();
  expect(await log()).toBeLessThan(1_000_000);
});
