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

/** Who owns a file. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const isRoot = (): boolean => process.geteuid?.() === 0;

/**
 * Runs an operator's order. What the order makes as root in a folder of another user is given to that user, who else could
 * not use it: the server runs as one that is not root.
 *
 * @param paths files and folders that the order may make, or make anything in; they need not exist
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

/** What the order may make: the path, or the highest folder above it that is missing; and who is to own it. */
function ownedBefore(path: string): { readonly path: string; readonly owner: Owner } {
  if (existsSync(path)) return { path, owner: statSync(path) };
  const parent = dirname(path);
  return existsSync(parent) ? { path, owner: statSync(parent) } : ownedBefore(parent);
}

/**
 * Gives a path, and everything in it that root owns, to an owner. The owner may change the folders meanwhile: each is opened,
 * never through a link, and its entries are reached from there. A file with several names may be one of elsewhere.
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
