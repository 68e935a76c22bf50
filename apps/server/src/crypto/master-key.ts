import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config-error.ts';

/** Name of the file in the data folder that holds the master key. */
export const masterKeyFile = 'master.key';

/** The place of the master key in the configuration. */
interface KeyPlace {
  readonly masterKey: Buffer | undefined;
  readonly masterKeyFile: string | undefined;
  readonly dataDir: string;
}

/**
 * The master key: from the configuration; otherwise from the file that it names; otherwise from the file in the data
 * folder, created at the first start.
 *
 * @returns 32 bytes
 * @throws ConfigError when the file named is missing, when a file is damaged, or others than its owner can read it
 */
export function loadMasterKey(config: KeyPlace): Buffer {
  if (config.masterKey !== undefined) return config.masterKey;
  if (config.masterKeyFile !== undefined) return readNamedKey(config.masterKeyFile);
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

/**
 * Replaces the master key in use, if it is in a file. The new file is written separately and then renamed, so the file
 * always has one complete key.
 *
 * @returns the file; undefined if the key comes from a variable, which only the operator can change
 */
export function replaceMasterKey(config: KeyPlace, key: Buffer): string | undefined {
  if (config.masterKey !== undefined) return undefined;
  const path = config.masterKeyFile ?? join(config.dataDir, masterKeyFile);
  renameSync(writeDraft(path, key), path);
  return path;
}

function readNamedKey(path: string): Buffer {
  try {
    return readKey(path);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`No se puede leer la llave maestra de TIMBRE_MASTER_KEY_FILE (${path})`, { cause: error });
  }
}

function readKey(path: string): Buffer {
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new ConfigError(`${path} no contiene una llave maestra (32 bytes en base64)`);
  if ((statSync(path).mode & 0o077) !== 0)
    throw new ConfigError(
      `Otros usuarios pueden leer ${path}: quíteles el permiso (chmod 600) y dé la llave por conocida`,
    );
  return key;
}

/** Written separately and then linked: another process never reads half a key, and the first key created stays. */
function makeKey(path: string): void {
  const draft = writeDraft(path, randomBytes(32));
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

function writeDraft(path: string, key: Buffer): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, `${key.toString('base64')}\n`);
  fsyncSync(file);
  closeSync(file);
  return draft;
}
