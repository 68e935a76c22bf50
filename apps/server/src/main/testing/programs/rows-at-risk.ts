import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ensureEmbeddedFolder } from '../../../platform/db/embedded-folder.ts';
import { startPglite } from '../../../platform/db/pglite.ts';

/**
 * Opens an embedded database with fsync and puts 1,000 rows in its table `kept`. The warnings of the engine are printed.
 *
 * @param folder its parent exists
 * @returns `pool`; `left` prints how many of the rows there are, once the engine answers again; `close` ends both
 */
export async function rowsAtRisk(folder: string) {
  await ensureEmbeddedFolder(folder, true);
  const pglite = await startPglite(
    { folder, synced: true },
    {
      onLost(error) {
        throw error;
      },
      onWarning: ({ message }) => console.log(message),
    },
  );
  const pool = new pg.Pool({ stream: () => pglite.connect(), user: 'postgres', database: 'postgres', max: 1 });
  pool.on('error', () => undefined);
  await pool.query('create table kept as select generate_series(1, 1000)');

  async function left(): Promise<void> {
    const counted = 'select count(*)::integer as n from kept where generate_series <= 1000';
    for (let rowCount: number | undefined; rowCount === undefined; ) {
      rowCount = await pool.query<{ n: number }>(counted).then(
        ({ rows }) => rows[0]?.n,
        () => delay(100).then(() => undefined),
      );
      if (rowCount !== undefined) console.log(`rowCount: ${rowCount}`);
    }
  }
  async function close(): Promise<void> {
    await pool.end();
    await pglite.close();
  }
  return { pool, left, close };
}
