import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrations } from '../../platform/db/migrate.ts';

/** The folder of cached databases: the first test of a version of the schema creates them, and the others copy them. */
const cache = fileURLToPath(new URL('../../../../../node_modules/.cache/timbre-test/', import.meta.url));

/** Name of the schema of the migrations: if the text of one of them changes, so does the name. */
export const schemaVersion = async (): Promise<string> =>
  createHash('sha256')
    .update(JSON.stringify(await readMigrations()))
    .digest('hex')
    .slice(0, 12);

/**
 * Makes a file or folder of the current schema if there is none, and removes those of other versions.
 *
 * @param ending of its name: `.tar`
 * @param make writes it to the path passed
 * @returns its path
 */
export async function cached(ending: string, make: (draft: string) => Promise<unknown>): Promise<string> {
  const name = (await schemaVersion()) + ending;
  const place = join(cache, name);
  if (existsSync(place)) return place;
  mkdirSync(cache, { recursive: true });
  const draft = `${place}.${process.pid}`;
  await make(draft);
  renameSync(draft, place);
  const old = readdirSync(cache).filter((each) => each.endsWith(ending) && each !== name);
  for (const each of old) rmSync(join(cache, each), { recursive: true, force: true });
  return place;
}
