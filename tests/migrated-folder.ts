import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cached } from '../apps/server/src/main/testing/cache.ts';
import { root } from '../scripts/sources.mjs';

const program = 'apps/server/src/main/testing/programs/migrated-folder.ts';

/**
 * Vitest's global set-up for tests that start servers: each server on the embedded engine begins with a copy of this folder
 * (`makeDataFolder`), which saves making the database and migrating it.
 */
export default async function setUp(): Promise<void> {
  process.env.TIMBRE_TEST_FOLDER = await cached('.carpeta', (draft) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', program, draft], { cwd: root }),
  );
}
