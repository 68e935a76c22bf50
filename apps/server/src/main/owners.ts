import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  lchownSync,
  lstatSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** The owner of a file. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const isRoot = (): boolean => process.geteuid?.() === 0;

/**
 * Runs an operator's command. Files that the command creates as root in a folder of another user are handed over to
 * that user, who otherwise could not use them: the server does not run as root.
 *
 * @param paths files and folders that the command may create, or create anything in; they need not exist
 */
export async function keepingOwners<T>(paths: readonly string[], order: () => Promise<T>): Promise<T> {
  if (!isRoot()) return order();
  const before = paths.map(ownedBefore);
  try {
    return await order();
  } finally {
    for (const { path, owner } of before) if (owner.uid !== 0 && existsSync(path)) handOver(path, owner);
  }
}

/** The path that a command may create, or the highest missing folder above it, with the future owner. */
function ownedBefore(path: string): { readonly path: string; readonly owner: Owner } {
  if (existsSync(path)) return { path, owner: statSync(path) };
  const parent = dirname(path);
  return existsSync(parent) ? { path, owner: statSync(parent) } : ownedBefore(parent);
}

/**
 * Makes an owner the owner of a path, and of everything in it that root owns. The owner may change the folders
 * meanwhile, so each folder is opened without following a link, and its entries are reached from there. A file with
 * several names is left alone: it may also be a file outside the folder.
 */
function handOver(path: string, owner: Owner): void {
  const { uid, nlink } = lstatSync(path);
  if (!lstatSync(path).isDirectory()) {
    if (uid === 0 && nlink === 1) lchownSync(path, owner.uid, owner.gid);
    return;
  }
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const opened = process.platform === 'linux' ? `/proc/self/fd/${folder}` : path;
    for (const name of readdirSync(opened)) handOver(`${opened}/${name}`, owner);
    if (uid === 0) fchownSync(folder, owner.uid, owner.gid);
  } finally {
    closeSync(folder);
  }
}
