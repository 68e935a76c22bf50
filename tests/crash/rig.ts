import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Ambiente } from '@timbre/contract';
import { type RunningSimulator, startSimulator } from '@timbre/simulator';
import pg from 'pg';
import pino from 'pino';
import { readConfig } from '../../apps/server/src/domain/config.ts';
import type { Context } from '../../apps/server/src/features/context.ts';
import { createApp } from '../../apps/server/src/main/app.ts';
import { testPassword } from '../../apps/server/src/main/testing/people.ts';
import { doorInto } from '../../apps/server/src/main/testing/server.ts';
import { type Stranger, stranger } from '../../apps/server/src/main/testing/stranger.ts';
import {
  type BuiltServer,
  type CommandEnd,
  EndedEarly,
  makeDataFolder,
  runTimbre,
  serverDatabase,
  startBuiltServer,
} from '../built-server.ts';
import { rootEnv } from '../door.ts';

/** The environment of the crash tests: one database, and one authority that survives all server processes. */
export interface Place {
  readonly simulator: RunningSimulator;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The credentials of its company. */
  readonly company: { readonly login: string; readonly password: string };
  /** The environment variables of its processes. */
  readonly env: Record<string, string>;
  /** Starts a server; undefined if it was killed before it was ready. */
  start(env?: Record<string, string>): Promise<BuiltServer | undefined>;
  /** Runs `./timbre …`. Returns its exit code and its output. */
  timbre(...args: string[]): Promise<CommandEnd>;
  /** Registers the company, and fills the database. `makePlace` calls it, unless `registers` is false. */
  register(): Promise<void>;
  control<T>(command: string, argument?: unknown): Promise<T>;
  leave(): Promise<void>;
}

/**
 * Makes a place on the engine of this run: PostgreSQL if TEST_DATABASE_URL is set, else the embedded one.
 *
 * @param options `ambiente`: the environment of its company; `furnish`: fills its database before the first server starts;
 * `databaseUrl`: an existing database, instead of the engine of this run; `registers`: false if the database has no
 * schema yet
 */
export async function makePlace({
  ambiente = 'testecf',
  furnish,
  databaseUrl: own,
  registers = true,
}: {
  readonly ambiente?: Ambiente;
  readonly furnish?: (context: Context, company: Stranger) => Promise<void>;
  readonly databaseUrl?: string | undefined;
  readonly registers?: boolean;
} = {}): Promise<Place> {
  const simulator = await startSimulator({ settings: { validacionMs: 50 } });
  const onPostgres = own === undefined ? await serverDatabase() : undefined;
  const databaseUrl = own ?? onPostgres?.databaseUrl;
  const dataDir = makeDataFolder({ withDatabase: databaseUrl === undefined });
  const env = {
    TIMBRE_DATA_DIR: dataDir,
    TIMBRE_SIMULATOR_URL: simulator.hosts.ecf,
    TIMBRE_MASTER_KEY: randomBytes(32).toString('base64'),
    TIMBRE_DEMO: '0',
    TIMBRE_FSYNC: '0',
    ...rootEnv,
    DATABASE_URL: databaseUrl ?? '',
  };
  let company: Place['company'] = { login: '', password: testPassword };
  const servers = new Set<BuiltServer>();
  const place: Place = {
    simulator,
    dataDir,
    databaseUrl,
    get company() {
      return company;
    },
    env,
    async register() {
      company = { login: await prepare(ambiente, furnish, env), password: testPassword };
    },
    async start(more = {}) {
      try {
        const server = await startBuiltServer({ dataDir, env: { ...env, ...more }, company });
        servers.add(server);
        return server;
      } catch (error) {
        if (error instanceof EndedEarly && error.end === 'SIGKILL') return undefined;
        throw error;
      }
    },
    timbre: (...args) => runTimbre(env, ...args),
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
  if (registers) await place.register();
  return place;
}

/** Registers a company and fills its database, while no server is running. Returns the company's RNC. */
async function prepare(
  ambiente: Ambiente,
  furnish: ((context: Context, company: Stranger) => Promise<void>) | undefined,
  env: Record<string, string>,
): Promise<string> {
  const app = await createApp(readConfig(env), { log: pino({ level: 'silent' }) }, (error) => {
    throw error;
  });
  const company = await stranger(doorInto(app), { ambiente });
  await furnish?.(app.context, company);
  await app.close();
  return company.rnc;
}

/** Makes a copy of the database, or restores it. No server may be running. */
export async function copyDatabase(place: Place, direction: 'aside' | 'back'): Promise<void> {
  if (place.databaseUrl === undefined) {
    const folders = [join(place.dataDir, 'db'), join(place.dataDir, 'db.copia')];
    const [from = '', to = ''] = direction === 'aside' ? folders : folders.reverse();
    rmSync(to, { recursive: true, force: true });
    return cpSync(from, to, { recursive: true });
  }
  const address = new URL(place.databaseUrl);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  const [from, to] = direction === 'aside' ? [name, `${name}_copia`] : [`${name}_copia`, name];
  await admin.query(`drop database if exists ${to} with (force)`);
  await admin.query(`create database ${to} template ${from}`);
  if (direction === 'back') await admin.query(`drop database ${from}`);
  await admin.end();
}

/**
 * Ends the leases of a killed server, so that the next one need not wait 30 s for each. No server may be running. On
 * the embedded engine the server ends them at its start.
 */
export async function endLeases({ databaseUrl }: Place): Promise<void> {
  if (databaseUrl === undefined) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `update trabajo set reservado_hasta = now() - interval '1 second' where reservado_hasta is not null`,
  );
  await client.end();
}
