import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthorityLimits } from '@timbre/authority';
import type { Ambiente } from '@timbre/contract';
import { createSimulator, hostsAt, type Simulator } from '@timbre/simulator';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../../domain/config.ts';
import type { Desk } from '../../domain/desk/desk.ts';
import { createApp } from '../app.ts';
import { freshDatabase } from './database.ts';
import { doorInto, type TestConfig, type TestServer } from './server.ts';
import { type Stranger, type StrangerOptions, stranger } from './stranger.ts';
import { relayTo, type Wire } from './wire.ts';

/** A server that issues: a company with its certificate and ranges, a simulator, running jobs, the real clock. */
export interface IssuingServer extends Omit<TestServer, 'clock'> {
  readonly simulator: Simulator;
  /** The relay between the server and the simulator. */
  readonly wire: Wire;
  readonly company: Stranger;
  /** Session key of the company's user. */
  readonly key: string;
  readonly empresaId: string;
  readonly rnc: string;
  /** Waits until `look` returns a value, at most `patienceMs`, by default 55 s. */
  until<T>(look: () => Promise<T | undefined | false>, patienceMs?: number): Promise<T>;
}

/** Differences from a server with the simulator. */
export interface IssuingOptions {
  /** Limits of the calls to the authority. */
  readonly limits?: Partial<AuthorityLimits>;
  /** The pool for large documents. */
  readonly desk?: Desk;
  /** Another server, declared before, whose simulator it also uses. */
  readonly beside?: IssuingServer;
  readonly config?: TestConfig;
  /** The name and RNC of its company; default invented ones. */
  readonly empresa?: StrangerOptions['empresa'];
}

/** Creates the server before the tests and closes it after them. @param ambiente the environment of the company */
export function withIssuing(
  ambiente: Ambiente = 'testecf',
  { beside, config = {}, empresa, ...overrides }: IssuingOptions = {},
): IssuingServer {
  const server = { logged: [] as string[], until } as { -readonly [K in keyof IssuingServer]: IssuingServer[K] };
  let unmake: () => Promise<void>;

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'timbre-test-'));
    const { db, databaseUrl, drop } = await freshDatabase();
    const log = pino({ level: 'debug' }, { write: (line: string) => server.logged.push(line) });
    const simulator = beside?.simulator ?? createSimulator({ seed: 1, keepDocuments: true });
    const wire = await relayTo(beside?.wire.address ?? (await simulator.listen()).ecf);
    const settings = { ...readConfig({ TIMBRE_DEMO: '0' }), dataDir, databaseUrl, ...config };
    const app = await createApp(settings, { ...overrides, db, log, hosts: hostsAt(wire.address) }, (error) => {
      throw error;
    });
    Object.assign(server, doorInto(app), { app, ctx: app.context, simulator, wire });
    const company = await stranger(server, { ambiente, ...(empresa && { empresa }) });
    Object.assign(server, { company, key: company.sesion, empresaId: company.id, rnc: company.rnc });
    await app.runner.start();
    unmake = async () => {
      await app.close();
      await wire.close();
      if (beside === undefined) await simulator.close();
      await drop();
      rmSync(dataDir, { recursive: true });
    };
  });
  afterAll(() => unmake());
  return server;
}

async function until<T>(look: () => Promise<T | undefined | false>, patienceMs = 120_000): Promise<T> {
  for (const deadline = Date.now() + patienceMs; ; ) {
    const result = await look();
    if (result !== undefined && result !== false) return result;
    if (Date.now() > deadline) throw new Error(`Waited ${patienceMs} ms in vain`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
