// Fills the disk under an embedded database (see full-disk.cjs) until PostgreSQL fails, frees it, and prints the rows
// that remain. Argument: the folder, whose parent exists.
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ensureEmbeddedFolder } from '../../db/embedded-folder.ts';
import { startPglite } from '../../db/pglite.ts';

const folder = process.argv[2] ?? '';
const flag = process.env.TIMBRE_FULL_DISK ?? '';
await ensureEmbeddedFolder(folder);
const pglite = await startPglite(
  { folder },
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

writeFileSync(flag, folder);
let refused: string | undefined;
while (refused === undefined)
  await pool
    .query("select pg_logical_emit_message(false, 'x', repeat('x', 4000000))")
    .catch(({ code }: { code: string }) => {
      refused = code;
    });
console.log(`refused: ${refused}`);

rmSync(flag);
let kept: number | undefined;
while (kept === undefined)
  await pool.query<{ n: number }>('select count(*)::integer as n from kept').then(
    ({ rows }) => {
      kept = rows[0]?.n;
    },
    () => delay(100),
  );
console.log(`kept: ${kept}`);
await pool.end();
await pglite.close();
