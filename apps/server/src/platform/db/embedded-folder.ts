import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolderOnce, syncPath } from './sync-folder.ts';

/** Program of a separate `node` process: creates an empty database in the folder named by its argument. */
const program = `
  import(${JSON.stringify(import.meta.resolve('@electric-sql/pglite'))})
    .then(({ PGlite }) => PGlite.create({ dataDir: process.argv[1] }))
    .then((database) => database.close());
`;

/** The engine's code runs once: optimising compilation would cost more memory than it saves time. */
const flags = ['--liftoff-only'];

/**
 * Creates the folder of an embedded database if there is none. This runs in a separate process because it takes several
 * hundred megabytes, which a long-lived process would never return. The folder is renamed to its final name when it is
 * complete: a start that is killed leaves a draft, which the next one removes.
 *
 * @param folder where to create the database; its parent exists and is locked by this process
 * @param synced the files are forced to the disk before the folder gets its final name
 * @throws Error with the engine's message, if it cannot be created
 */
export async function ensureEmbeddedFolder(folder: string, synced: boolean): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const parent = dirname(folder);
  const draftOf = `${basename(folder)}.nueva-`;
  // The creating process may outlive its parent for a moment.
  for (const name of readdirSync(parent).filter((each) => each.startsWith(draftOf)))
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  const draft = mkdtempSync(join(parent, draftOf));
  await promisify(execFile)(process.execPath, [...flags, '-e', program, draft]);
  if (synced) await syncFolderOnce(draft);
  renameSync(draft, folder);
  if (synced) await syncPath(parent);
}
