import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A file in the folder of a database that identifies the folder whose every file was forced to the disk. In a copy of
 * the folder it does not match.
 */
const mark = 'sincronizada';

/** Calls of fsync at the same time: as many as Node.js has threads for files. */
const lanes = 4;

/**
 * Forces the contents of a folder to the disk, once: PostgreSQL does this for the files that it writes, but not for
 * files written by initdb, an archive or a run without fsync.
 */
export async function syncFolderOnce(folder: string): Promise<void> {
  const file = join(folder, mark);
  const { ino, birthtimeMs } = await stat(folder);
  const own = `${ino} ${birthtimeMs}`;
  if ((await readFile(file, 'utf8').catch(() => '')) === own) return;
  await syncTree(folder);
  await writeFile(file, own, { mode: 0o600, flush: true });
  await syncPath(folder);
}

/** For a folder that will be written without fsync: its contents must be forced to the disk again later. */
export const forgetSync = (folder: string): Promise<void> => rm(join(folder, mark), { force: true });

/** Forces a folder, and everything in it, to the disk. */
async function syncTree(folder: string): Promise<void> {
  const paths = [folder, ...(await readdir(folder, { recursive: true })).map((name) => join(folder, name))].values();
  const lane = async () => {
    for (const path of paths) await syncPath(path);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Forces one file or the entries of one folder to the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
