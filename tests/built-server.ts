import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/sources.mjs';

/** The built server, running in its own process. */
export interface BuiltServer {
  /** As it prints it: `http://127.0.0.1:41234`. */
  readonly address: string;
  /** The demonstration company's credentials, as it prints them. */
  readonly login: string;
  readonly password: string;
  readonly pid: number;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Its output so far, of both streams. */
  output(): string;
  /** Sends a signal and waits until the process ends; SIGKILL simulates a crash. */
  kill(signal: NodeJS.Signals): Promise<unknown>;
  /** Shuts it down, and removes the data folder if it was made here. */
  stop(): Promise<void>;
}

/** The server ended before it was ready. */
export class EndedEarly extends Error {
  override readonly name = 'EndedEarly';
  /** Its exit code, or the signal that ended it. */
  readonly end: number | NodeJS.Signals;

  constructor(end: number | NodeJS.Signals, output: string) {
    super(`The server ended (${end}):\n${output}`);
    this.end = end;
  }
}

/**
 * Makes a data folder for a server.
 *
 * @param options `withDatabase`: in a test it begins with a migrated database of the embedded engine (`migrated-folder.ts`)
 */
export function makeDataFolder({ withDatabase = true } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-data-'));
  const migrated = process.env.TIMBRE_TEST_FOLDER;
  if (withDatabase && migrated !== undefined) cpSync(join(migrated, 'db'), join(folder, 'db'), { recursive: true });
  return folder;
}

/**
 * Starts `dist/server/main.js` (built by `npm test` and `npm run bench`) on a free port and waits until it is ready.
 *
 * @param options `dataDir`: an existing data folder, for a restart; `env`: added to the environment; `under`: the
 * command that runs it, in its own process; `isShortLived`: the code of the embedded database is not optimised, so that a start
 * takes a third less of processor time
 * @throws EndedEarly when it ends instead
 */
export async function startBuiltServer(
  options: { dataDir?: string; env?: Record<string, string>; under?: readonly string[]; isShortLived?: boolean } = {},
): Promise<BuiltServer> {
  const onPostgres = Boolean(options.env?.DATABASE_URL);
  const dataDir = options.dataDir ?? makeDataFolder({ withDatabase: !onPostgres });
  const env = { ...process.env, PORT: '0', TIMBRE_DATA_DIR: dataDir, ...options.env };
  const node = [process.execPath, ...(options.isShortLived === true ? ['--liftoff-only'] : [])];
  const [command = '', ...args] = [...(options.under ?? []), ...node, join(root, 'dist/server/main.js')];
  const child = spawn(command, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isReady = false;
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? -1));
  });
  const banner = new Promise<string[]>((resolve, reject) => {
    const read = (text: Buffer) => {
      output += text;
      // After this the output is one access log line for each answer, which is not kept.
      if (isReady) return;
      const found = /listo: (\S+)\n(?:.*\n)*?.*Empresa demo +(\S+) +contraseña: (\S+)/.exec(output);
      if (found === null) return;
      isReady = true;
      resolve(found.slice(1));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then((end) => reject(new EndedEarly(end, output)));
  });
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const [address = '', login = '', password = ''] = await banner;
  return {
    address,
    login,
    password,
    pid: child.pid ?? 0,
    ended,
    output: () => output,
    kill,
    async stop() {
      await kill('SIGTERM');
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
