import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/sources.mjs';

/** The built server, running as a process of its own. */
export interface BuiltServer {
  /** As it prints it: `http://127.0.0.1:41234`. */
  readonly address: string;
  /** The demonstration company's credentials, as it prints them. */
  readonly login: string;
  readonly password: string;
  readonly pid: number;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** What it has written so far, to either stream. */
  output(): string;
  /** Sends a signal and waits for the end of the process; SIGKILL is the crash. */
  kill(signal: NodeJS.Signals): Promise<unknown>;
  /** Ends it in good order, and removes the data folder if it was made here. */
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
 * Starts `dist/server/main.js` (`npm test` and `npm run bench` have built it) on a free port and waits until it says that it is ready.
 *
 * @param options `dataDir`: an existing folder of data, to start again on; `env`: added to the environment
 * @throws EndedEarly when it ends instead
 */
export async function startBuiltServer(
  options: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<BuiltServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'timbre-data-'));
  const env = { ...process.env, PORT: '0', TIMBRE_DATA_DIR: dataDir, ...options.env };
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? -1));
  });
  const banner = new Promise<string[]>((resolve, reject) => {
    const read = (text: Buffer) => {
      output += text;
      const found = /listo: (\S+)\n(?:.*\n)*?.*Empresa demo +(\S+) +contraseña: (\S+)/.exec(output);
      if (found !== null) resolve(found.slice(1));
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
