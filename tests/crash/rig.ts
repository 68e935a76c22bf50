import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSimulator, startSimulator } from '@timbre/simulator';
import { freshDatabase } from '../../apps/server/src/testing/database.ts';
import { root } from '../../scripts/sources.mjs';
import { type BuiltServer, EndedEarly, startBuiltServer } from '../built-server.ts';

/** A place where servers live and die: one database, one authority that outlives them all. */
export interface Place {
  readonly simulator: RunningSimulator;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** What the processes of the place are given. */
  readonly env: Record<string, string>;
  /** Starts a server; undefined when it was killed before it was ready. */
  start(env?: Record<string, string>): Promise<BuiltServer | undefined>;
  /** Runs `npm run timbre -- …`; gives its exit code and all that it printed. */
  timbre(...args: string[]): Promise<{ code: number; output: string }>;
  control<T>(command: string, argument?: unknown): Promise<T>;
  leave(): Promise<void>;
}

/** Makes a place on the engine of this run: PostgreSQL where TEST_DATABASE_URL says, else the embedded one. */
export async function makePlace(): Promise<Place> {
  const simulator = await startSimulator({ settings: { validacionMs: 50 } });
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-crash-'));
  const onPostgres = process.env.TEST_DATABASE_URL === undefined ? undefined : await freshDatabase();
  await onPostgres?.db.close();
  const databaseUrl = onPostgres?.databaseUrl;
  const env = {
    TIMBRE_DATA_DIR: dataDir,
    TIMBRE_SIMULATOR_URL: simulator.hosts.ecf,
    TIMBRE_MASTER_KEY: randomBytes(32).toString('base64'),
    TIMBRE_DEMO: '1',
    DATABASE_URL: databaseUrl ?? '',
  };
  const servers = new Set<BuiltServer>();
  return {
    simulator,
    dataDir,
    databaseUrl,
    env,
    async start(more = {}) {
      try {
        const server = await startBuiltServer({ dataDir, env: { ...env, ...more } });
        servers.add(server);
        return server;
      } catch (error) {
        if (error instanceof EndedEarly && error.end === 'SIGKILL') return undefined;
        throw error;
      }
    },
    timbre: (...args) =>
      new Promise((resolve) => {
        const cli = join(root, 'dist/server/cli.js');
        execFile(process.execPath, [cli, ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
        });
      }),
    async control<T>(command: string, argument?: unknown) {
      const response = await fetch(`${simulator.hosts.ecf}/_control/${command}`, {
        method: 'POST',
        ...(argument === undefined ? {} : { body: JSON.stringify(argument) }),
      });
      return (await response.json()) as T;
    },
    async leave() {
      await Promise.all([...servers].map((server) => server.kill('SIGKILL')));
      await simulator.close();
      await onPostgres?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
