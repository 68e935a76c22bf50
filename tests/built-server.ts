import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, type TestDatabase } from '../apps/server/src/main/testing/database.ts';
import { testPassword } from '../apps/server/src/main/testing/people.ts';
import { type StrangerOptions, stranger } from '../apps/server/src/main/testing/stranger.ts';
import { root } from '../scripts/sources.mjs';
import { doorAt, rootEnv } from './door.ts';

/** The built server, running in its own process. */
export interface BuiltServer {
  /** Address as the server prints it: `http://127.0.0.1:41234`. */
  readonly address: string;
  /** The RNC of its company, and the password of that company's first user. */
  readonly login: string;
  readonly password: string;
  readonly pid: number;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Its output so far, on both streams. */
  output(): string;
  /** Sends a signal and waits until the process ends; SIGKILL simulates a crash. */
  kill(signal: NodeJS.Signals): Promise<unknown>;
  /** Shuts the server down, and removes the data folder if it was made here. */
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
 * @param options `withDatabase`: in a test the folder starts with a migrated embedded database (`migrated-folder.ts`)
 */
export function makeDataFolder({ withDatabase = true } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-data-'));
  const migrated = process.env.TIMBRE_TEST_FOLDER;
  if (withDatabase && migrated !== undefined) cpSync(join(migrated, 'db'), join(folder, 'db'), { recursive: true });
  return folder;
}

/** Result of `./timbre …`. */
export interface CommandEnd {
  readonly code: number;
  /** Output of both streams. */
  readonly output: string;
}

/**
 * Runs the built command, as `./timbre …` does.
 *
 * @param env added to the environment
 */
export const runTimbre = (env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<CommandEnd> =>
  new Promise((resolve) => {
    const command = [unoptimised, join(root, 'dist/server/cli.js'), ...args];
    execFile(process.execPath, command, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
    });
  });

/** How a server is started. */
export interface Start {
  /** An existing data folder, for a restart. */
  readonly dataDir?: string;
  /** Added to the environment. */
  readonly env?: Record<string, string>;
  /** The command that runs it, in its own process. */
  readonly under?: readonly string[];
  /** True for a benchmark: the embedded database's code is optimised, and a start takes 50 % more processor time. */
  readonly isOptimised?: boolean;
  /** Company of the tests: the demonstration's, one that exists already, or (default) a new one, made by calls. */
  readonly company?: 'demo' | { readonly login: string; readonly password: string } | StrangerOptions;
}

/**
 * Starts `dist/server/main.js` (built by `npm test` and `npm run bench`) on a free port and waits until it is ready.
 * Without a folder and a database in the options, the server has its own: on PostgreSQL if TEST_DATABASE_URL is set,
 * else embedded.
 *
 * @throws EndedEarly if the server ends before it is ready
 */
export async function startBuiltServer({ company = {}, ...options }: Start = {}): Promise<BuiltServer> {
  const withDemo = company === 'demo';
  const hasOwnPlace = options.dataDir !== undefined || options.env?.DATABASE_URL !== undefined;
  const database = hasOwnPlace ? undefined : await serverDatabase();
  const databaseUrl = options.env?.DATABASE_URL ?? database?.databaseUrl ?? '';
  const dataDir = options.dataDir ?? makeDataFolder({ withDatabase: databaseUrl === '' });
  const own = withDemo ? { TIMBRE_DEMO: 'vacia' } : { TIMBRE_DEMO: '0', ...rootEnv };
  const env = {
    ...process.env,
    ...own,
    PORT: '0',
    TIMBRE_DATA_DIR: dataDir,
    ...options.env,
    DATABASE_URL: databaseUrl,
  };
  const node = [process.execPath, ...(options.isOptimised === true ? [] : [unoptimised])];
  const [command = '', ...args] = [...(options.under ?? []), ...node, join(root, 'dist/server/main.js')];
  const child = spawn(command, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  let isReady = false;
  const ended = once(child, 'close').then(async ([code, signal]): Promise<number | NodeJS.Signals> => {
    running.delete(child);
    await database?.drop();
    return code ?? signal ?? -1;
  });
  const banner = new Promise<string[]>((resolve, reject) => {
    const read = (text: Buffer) => {
      output += text;
      // The banner is complete. Later output, such as the access log line of each response, need not be searched.
      if (isReady) return;
      const match = (withDemo ? demoReady : ready).exec(output);
      if (match === null) return;
      isReady = true;
      resolve(match.slice(1));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then((end) => reject(new EndedEarly(end, output)));
  });
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const [address = '', ...printed] = await banner;
  const { login, password } = await accountOf(company, address, printed).catch(async (error) => {
    await kill('SIGKILL');
    throw error;
  });
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

/** The servers that run. They end with the process of the tests, also when a set-up is given up before it has one. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// vitest ends its processes by this signal.
process.once('SIGTERM', () => process.exit(143));

/**
 * Node option that prevents the optimisation of the embedded database's code, which costs more than a short run saves.
 */
const unoptimised = '--liftoff-only';

/**
 * Creates a migrated database on PostgreSQL; undefined on the embedded engine, whose database is in the data folder.
 */
export async function serverDatabase(): Promise<TestDatabase | undefined> {
  if (process.env.TEST_DATABASE_URL === undefined) return undefined;
  const database = await freshDatabase();
  await database.db.close();
  return database;
}

const ready = /listo: (\S+)\n/;
const demoReady = /listo: (\S+)\n(?:.*\n)*?.*Empresa demo +(\S+) +contraseña: (\S+)/;

/** Credentials of the company; makes the company if it is new. @param printed credentials of the demonstration */
async function accountOf(company: NonNullable<Start['company']>, address: string, printed: readonly string[]) {
  if (company === 'demo') return { login: printed[0]!, password: printed[1]! };
  if ('login' in company) return company;
  return { login: (await stranger(doorAt(address), company)).rnc, password: testPassword };
}
