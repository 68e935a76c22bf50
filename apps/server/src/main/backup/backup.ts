import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { lockFolder } from '../../platform/db/folder-lock.ts';
import { parseHosts } from '../../platform/db/hosts.ts';
import { syncFolderOnce, syncPath } from '../../platform/db/sync-folder.ts';
import { ConfigError } from '../../platform/process/config-error.ts';
import { openStream, SealBroken, sealStream } from './sealed-stream.ts';

/** The place of a database: PostgreSQL at an address, or the embedded one in a data folder. */
export type Place =
  | { readonly engine: 'postgresql'; readonly databaseUrl: string }
  | { readonly engine: 'embebida'; readonly dataDir: string };

export const placeOf = (config: { readonly databaseUrl: string | undefined; readonly dataDir: string }): Place =>
  config.databaseUrl === undefined
    ? { engine: 'embebida', dataDir: config.dataDir }
    : { engine: 'postgresql', databaseUrl: parseHosts(config.databaseUrl).forLibpq };

/** Folder of the embedded database in the data folder. */
const embedded = 'db';

/**
 * Writes a database into one file, compressed and encrypted with the master key. On PostgreSQL the servers continue to
 * work and the copy is one snapshot; the embedded database must not be in use.
 *
 * @throws FolderInUse; ConfigError with the message of `pg_dump` or `tar`. No partial file remains
 */
export async function writeBackup(place: Place, masterKey: Buffer, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.incompleta`;
  const release = place.engine === 'embebida' ? (await lockFolder(place.dataDir)).release : () => undefined;
  try {
    if (place.engine === 'embebida' && !existsSync(join(place.dataDir, embedded)))
      throw new ConfigError(`No hay una base de datos embebida en ${place.dataDir}`);
    const source =
      place.engine === 'embebida'
        ? run('tar', ['-C', place.dataDir, '-cf', '-', embedded])
        : run('pg_dump', ['--format=custom', '--compress=0', '--no-owner', '--dbname', place.databaseUrl]);
    await Promise.all([
      source.ended,
      pipeline(
        source.output,
        createGzip({ level: 1 }),
        sealStream(masterKey),
        createWriteStream(draft, { mode: 0o600 }),
      ),
    ]);
    const file = await open(draft, 'r');
    await file.sync();
    await file.close();
    await rename(draft, path);
    await syncPath(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    release();
  }
}

/**
 * Restores a backup into an empty place: a database without tables, or a data folder without a database.
 *
 * @throws ConfigError when the place is not empty, or the file was not encrypted with this master key or is damaged;
 * FolderInUse
 */
export async function restoreBackup(place: Place, masterKey: Buffer, path: string): Promise<void> {
  if (place.engine === 'postgresql') {
    const options = ['--no-owner', '--exit-on-error', '--single-transaction', '--dbname', place.databaseUrl];
    return unseal(masterKey, path, run('pg_restore', options));
  }
  await mkdir(place.dataDir, { recursive: true, mode: 0o700 });
  const { release } = await lockFolder(place.dataDir);
  const target = join(place.dataDir, embedded);
  // Unpacked separately and then renamed: an interrupted restoration leaves nothing that looks like a database.
  const draft = join(place.dataDir, 'copia-incompleta');
  try {
    if (existsSync(target)) throw new ConfigError(`Ya hay una base de datos en ${target}: muévala antes de restaurar`);
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await unseal(masterKey, path, run('tar', ['-C', draft, '-xf', '-']));
    await syncFolderOnce(join(draft, embedded));
    await rename(join(draft, embedded), target);
    await syncPath(place.dataDir);
  } finally {
    await rm(draft, { recursive: true, force: true });
    release();
  }
}

async function unseal(masterKey: Buffer, path: string, sink: Program): Promise<void> {
  try {
    await Promise.all([
      sink.ended,
      pipeline(createReadStream(path), openStream(masterKey), createGunzip(), sink.input),
    ]);
  } catch (error) {
    sink.stop();
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SealBroken || code?.startsWith('Z_'))
      throw new ConfigError(`${path} está dañada, o se selló con otra llave maestra`);
    if (code === 'ENOENT') throw new ConfigError(`No existe ${path}`);
    throw error;
  }
}

interface Program {
  /** Accepts all input, even if the program stops reading: only its exit code shows the result. */
  readonly input: Writable;
  readonly output: Readable;
  /** Rejects with a ConfigError if its exit code is not 0, with its messages. */
  readonly ended: Promise<void>;
  stop(): void;
}

function run(command: string, args: readonly string[]): Program {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages = (messages + text).slice(-4_000);
  });
  const started = once(child, 'spawn').catch((cause) => {
    throw new ConfigError(`Falta el programa ${command}`, { cause });
  });
  const ended = started.then(async () => {
    const [code] = await (child.exitCode === null ? once(child, 'close') : Promise.resolve([child.exitCode]));
    if (code !== 0) throw new ConfigError(`${command}: ${messages.trim() || `código ${code}`}`);
  });
  ended.catch(() => undefined);
  return { input: inputOf(child.stdin), output: child.stdout, ended, stop: () => child.kill() };
}

/** A program may stop reading before the end of an archive, whose last bytes are padding. That is not an error. */
function inputOf(stdin: Writable): Writable {
  stdin.on('error', () => undefined);
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      stdin.write(chunk, () => done());
    },
    final(done) {
      stdin.end();
      done();
    },
  });
}
