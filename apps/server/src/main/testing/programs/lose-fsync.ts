// Makes fsync fail under an embedded database (see failing-fsync.cjs), and prints PostgreSQL's message and the rows
// that remain once it works again. Argument: the folder, whose parent exists.
import { rmSync, writeFileSync } from 'node:fs';
import { rowsAtRisk } from './rows-at-risk.ts';

const flag = process.env.TIMBRE_FAILING_FSYNC ?? '';
const { pool, left, close } = await rowsAtRisk(process.argv[2] ?? '');

writeFileSync(flag, '');
await pool.query('insert into kept values (1001)').then(
  () => console.log('acknowledged'),
  ({ message }: Error) => console.log(`refused: ${message}`),
);
rmSync(flag);
await left();
const { rows } = await pool.query(
  "select name, setting from pg_settings where name ~ '^(fsync|wal_sync_method)$' order by 1",
);
console.log(JSON.stringify(rows));
await close();
