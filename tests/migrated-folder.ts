import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cached } from '../apps/server/src/main/testing/cache.ts';
import { root } from '../scripts/sources.mjs';

const program = 'apps/server/src/main/testing/programs/migrated-folder.ts';

/**
 * Vitest's global set-up for tests that start servers. Makes a folder with a migrated database; each server on the
 * embedded engine starts with a copy of it (`makeDataFolder`), which saves creating and migrating a database.
 */
export default async function setUp(): Promise<void> {
  process.env.TIMBRE_TEST_FOLDER = await cached('.carpeta', (draft) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', program, draft], { cwd: root }),
  );
}
