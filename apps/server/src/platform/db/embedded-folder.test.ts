import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram } from '../../main/testing/child.ts';
import { connect } from './connect.ts';
import { ensureEmbeddedFolder } from './embedded-folder.ts';

// Each test creates a database, which is slow on this engine.
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'timbre-folder-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 }));

const folder = () => join(dataDir, 'db');
const fail = (error: Error) => {
  throw error;
};

/** Opens the database of the data folder and returns the rows of a query. */
async function opened(): Promise<unknown> {
  const db = await connect({ databaseUrl: undefined, dataDir, fsync: true }, { onWarning: fail, onLost: fail });
  const { rows } = await db.owner((tx) => sql`select 1 as one`.execute(tx));
  await db.close();
  return rows;
}

test('a start that is killed while it creates the database does not keep the next one from creating it', async () => {
  const child = runProgram(new URL('../../main/testing/programs/make-folder.ts', import.meta.url), {}, [folder()]);
  const begun = () => readdirSync(dataDir).some((name) => existsSync(join(dataDir, name, 'PG_VERSION')));
  while (!begun()) await delay(10);
  child.process.kill('SIGKILL');
  expect(await child.ended).toBe('SIGKILL');
  expect(readdirSync(dataDir)).toEqual([expect.stringMatching(/^db\.nueva-/)]);

  expect(await opened()).toEqual([{ one: 1 }]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('db'))).toEqual(['db']);
});

test('an existing database is left as it is', async () => {
  mkdirSync(folder());
  writeFileSync(join(folder(), 'PG_VERSION'), 'como está');
  await ensureEmbeddedFolder(folder(), true);
  expect(readdirSync(folder())).toEqual(['PG_VERSION']);
});

test('files in the place of a database are neither taken for one nor removed', async () => {
  mkdirSync(folder());
  writeFileSync(join(folder(), 'apuntes.txt'), 'míos');
  await expect(ensureEmbeddedFolder(folder(), true)).rejects.toMatchObject({ code: 'ENOTEMPTY' });
  expect(readdirSync(folder())).toEqual(['apuntes.txt']);
});
