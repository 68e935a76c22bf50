// Fills the disk under an embedded database (see full-disk.cjs) until PostgreSQL fails, frees it, and prints the rows
// that remain. Argument: the folder, whose parent exists.
import { rmSync, writeFileSync } from 'node:fs';
import { rowsAtRisk } from './rows-at-risk.ts';

const folder = process.argv[2] ?? '';
const flag = process.env.TIMBRE_FULL_DISK ?? '';
const { pool, left, close } = await rowsAtRisk(folder);

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
await left();
await close();
