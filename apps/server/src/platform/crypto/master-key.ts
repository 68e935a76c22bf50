import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../process/config-error.ts';
import { describingFileErrors } from '../process/file-fault.ts';

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
 * @throws ConfigError when the file cannot be read or made, is damaged, or others than its owner can read it
 */
export function loadMasterKey(config: KeyPlace): Buffer {
  if (config.masterKey !== undefined) return config.masterKey;
  return describingFileErrors(`No se puede leer la llave maestra de ${settingOf(config)}`, () => {
    if (config.masterKeyFile !== undefined) return readKey(config.masterKeyFile);
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    const path = join(config.dataDir, masterKeyFile);
    if (!existsSync(path)) makeKey(path);
    return readKey(path);
  });
}

/**
 * A change of the master key in a file. The new key is durable in a file next to the old one before anything is
 * encrypted with it.
 */
interface KeyChange {
  /** The file of the key in use. */
  readonly path: string;
  /** The new key: the one passed, or that of an interrupted change. */
  readonly key: Buffer;
  /** Replaces the old key with the new one. The file always contains one complete key. */
  finish(): void;
}

/**
 * Begins to replace the master key in use, if it is in a file: writes the new key to a file next to it, with the same
 * owner, group and mode. An interrupted change is continued with its own key.
 *
 * @returns undefined if the key comes from a variable, which only the operator can change
 * @throws ConfigError if the file cannot be replaced, or not by one that the same user can read
 */
export function beginKeyChange(config: KeyPlace, key: Buffer): KeyChange | undefined {
  if (config.masterKey !== undefined) return undefined;
  return describingFileErrors(`No se puede cambiar la llave maestra de ${settingOf(config)}`, () => {
    const path = realpathSync(config.masterKeyFile ?? join(config.dataDir, masterKeyFile));
    const draft = `${path}.nueva`;
    const { uid, gid, mode } = statSync(path);
    if (!existsSync(draft)) {
      const whole = writeDraft(draft, key);
      renameSync(whole, draft);
    }
    chownSync(draft, uid, gid);
    chmodSync(draft, mode);
    syncFolder(path);
    return {
      path,
      key: readKey(draft),
      finish() {
        renameSync(draft, path);
        syncFolder(path);
      },
    };
  });
}

function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

const settingOf = (config: KeyPlace) =>
  config.masterKeyFile === undefined ? 'TIMBRE_DATA_DIR' : 'TIMBRE_MASTER_KEY_FILE';

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
    // The name must be on the disk before anything is encrypted with the key.
    syncFolder(path);
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
