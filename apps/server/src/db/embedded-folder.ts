import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Run by a `node` that does nothing else: makes an empty database in the folder named by its argument. */
const program = `
  import(${JSON.stringify(import.meta.resolve('@electric-sql/pglite'))})
    .then(({ PGlite }) => PGlite.create({ dataDir: process.argv[1] }))
    .then((database) => database.close());
`;

/** The engine's code is run once: compiling it well would cost more memory than it saves time. */
const flags = ['--liftoff-only'];

/**
 * Makes the folder of an embedded database where there is none. In a process of its own, since it takes several hundred
 * megabytes, which a process that goes on never gives back. The folder gets its name when all is in it: a start that is
 * killed leaves a draft, which the next one removes.
 *
 * @param folder where the database is to be; its parent exists and is held by this process alone
 * @throws Error with what the engine said, when it cannot be made
 */
export async function ensureEmbeddedFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const parent = dirname(folder);
  const draftOf = `${basename(folder)}.nueva-`;
  // The process that was making it may outlive its parent for a moment.
  for (const name of readdirSync(parent).filter((each) => each.startsWith(draftOf)))
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  const draft = mkdtempSync(join(parent, draftOf));
  await promisify(execFile)(process.execPath, [...flags, '-e', program, draft]);
  renameSync(draft, folder);
}
