import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** The places of a server that is still running when the process of its tests ends. */
interface Left {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

const variable = 'TIMBRE_TEST_LEFT';

/** Has a data folder and a database removed at the end of the run, because the process of the tests has no time left. */
export const leaveBehind = (left: Left): void => appendFileSync(listOf(), `${JSON.stringify(left)}\n`);

function listOf(): string {
  const list = process.env[variable];
  if (list === undefined) throw new Error(`${variable} is missing: this file is no global set-up of the lane`);
  return list;
}

/** Vitest's global set-up for tests that share servers. Returns its end, which removes what they left behind. */
export default function setUp(): (() => Promise<void>) | undefined {
  if (process.env[variable] !== undefined) return undefined; // set up by another lane of the same run
  const folder = mkdtempSync(join(tmpdir(), 'timbre-left-'));
  process.env[variable] = join(folder, 'list');
  writeFileSync(listOf(), '');
  return async () => {
    for (const line of readFileSync(listOf(), 'utf8').split('\n').filter(Boolean)) await remove(JSON.parse(line));
    rmSync(folder, { recursive: true });
  };
}

async function remove({ dataDir, databaseUrl }: Left): Promise<void> {
  if (databaseUrl !== undefined) {
    const address = new URL(databaseUrl);
    const name = address.pathname.slice(1);
    address.pathname = '/postgres';
    const admin = new pg.Client({ connectionString: address.href });
    await admin.connect();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
  rmSync(dataDir, { recursive: true, force: true });
}
