import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthorityLimits } from '@timbre/authority';
import { type Ambiente, sesion } from '@timbre/contract';
import { createSimulator, hostsAt, type Simulator } from '@timbre/simulator';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { ensureDemo } from '../first-start.ts';
import type { Desk } from '../heavy/desk.ts';
import { freshDatabase } from './database.ts';
import { callApp, type TestConfig, type TestServer } from './server.ts';
import { relayTo, type Wire } from './wire.ts';

/** A server that issues: the demonstration company with its certificate, a simulator, running jobs, the real clock. */
export interface IssuingServer extends Pick<TestServer, 'app' | 'ctx' | 'call' | 'logged'> {
  readonly simulator: Simulator;
  /** The relay between the server and the simulator. */
  readonly wire: Wire;
  /** Session key of the company's user. */
  readonly key: string;
  readonly empresaId: string;
  readonly rnc: string;
  /** Waits until `look` gives a value, at most 55 s or the given time. */
  until<T>(look: () => Promise<T | undefined | false>, patienceMs?: number): Promise<T>;
}

/** What differs from the server that the demonstration starts. */
export interface IssuingOptions {
  /** Limits of the calls to the authority. */
  readonly limits?: Partial<AuthorityLimits>;
  /** The pool for large documents. */
  readonly desk?: Desk;
  /** Another server, declared before, whose simulator it uses too. */
  readonly beside?: IssuingServer;
  readonly config?: TestConfig;
}

/** Creates the server before the tests and closes it after them. @param ambiente the environment of the company */
export function withIssuing(
  ambiente: Ambiente = 'testecf',
  { beside, config = {}, ...overrides }: IssuingOptions = {},
): IssuingServer {
  const server = { logged: [] as string[], until } as { -readonly [K in keyof IssuingServer]: IssuingServer[K] };
  let unmake: () => Promise<void>;

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'timbre-test-'));
    const { db, databaseUrl, drop } = await freshDatabase();
    const log = pino({ level: 'debug' }, { write: (line: string) => server.logged.push(line) });
    const simulator = beside?.simulator ?? createSimulator({ seed: 1, keepDocuments: true });
    const wire = await relayTo(beside?.wire.address ?? (await simulator.listen()).ecf);
    const settings = { ...readConfig({ TIMBRE_DEMO: '1' }), dataDir, databaseUrl, ...config };
    const app = await createApp(settings, { ...overrides, db, log, hosts: hostsAt(wire.address) }, (error) => {
      throw error;
    });
    const demo = await ensureDemo(app.context);
    await db.system((tx) => tx.updateTable('empresa').set({ ambiente }).execute());
    await app.runner.start();
    server.app = app;
    server.ctx = app.context;
    server.simulator = simulator;
    server.wire = wire;
    server.call = (route, input, key, headers) => callApp(app, route, input, key, headers);
    const { body } = await callApp(app, sesion.login, {
      body: { correo: demo?.login ?? '', contrasena: demo?.password ?? '' },
    });
    server.key = body.apiKey;
    server.rnc = body.rncEmisor;
    const caller = await app.context.keys.authenticate(body.apiKey, '127.0.0.1');
    server.empresaId = caller?.empresaId ?? '';
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
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${patienceMs} ms in vain`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
