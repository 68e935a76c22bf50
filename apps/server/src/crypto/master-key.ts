import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Name of the file in the data folder that holds the master key. */
export const masterKeyFile = 'master.key';

/**
 * The master key: the one of the configuration, else that of the data folder, made the first time.
 *
 * @returns 32 bytes
 * @throws Error when the file is damaged, or others than its owner can read it
 */
export function loadMasterKey(config: { readonly masterKey: Buffer | undefined; readonly dataDir: string }): Buffer {
  if (config.masterKey !== undefined) return config.masterKey;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const path = join(config.dataDir, masterKeyFile);
  try {
    return readKey(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  makeKey(path);
  return readKey(path);
}

function readKey(path: string): Buffer {
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new Error(`${path} does not hold a master key (32 bytes in base64)`);
  if ((statSync(path).mode & 0o077) !== 0)
    throw new Error(`${path} can be read by others: chmod 600 it, and consider the key known`);
  return key;
}

/** Written apart and then linked: another process never reads half a key, and the first one made stays. */
function makeKey(path: string): void {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, `${randomBytes(32).toString('base64')}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
