import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sesion } from '@timbre/contract';
import { createSimulator, type Simulator } from '@timbre/simulator';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { ensureDemo } from '../first-start.ts';
import { freshDatabase } from './database.ts';
import { callApp, type TestServer } from './server.ts';

/** A server that issues: the demonstration company with its certificate, a simulator, jobs running, the real clock. */
export interface IssuingServer extends Pick<TestServer, 'app' | 'ctx' | 'call' | 'logged'> {
  readonly simulator: Simulator;
  /** Session key of the company's user. */
  readonly key: string;
  readonly empresaId: string;
  readonly rnc: string;
  /** Waits until `look` gives something. */
  until<T>(look: () => Promise<T | undefined | false>): Promise<T>;
}

const patienceMs = 30_000;

/** Has the server made before the tests of the file, and unmade after them. */
export function withIssuing(): IssuingServer {
  const server = { logged: [] as string[], until } as { -readonly [K in keyof IssuingServer]: IssuingServer[K] };
  let unmake: () => Promise<void>;

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'timbre-test-'));
    const { db, databaseUrl, drop } = await freshDatabase();
    const log = pino({ level: 'debug' }, { write: (line: string) => server.logged.push(line) });
    const simulator = createSimulator({ seed: 1, keepDocuments: true });
    const hosts = await simulator.listen();
    const config = { ...readConfig({ TIMBRE_DEMO: '1' }), dataDir, databaseUrl };
    const app = await createApp(config, { db, log, hosts }, (error) => {
      throw error;
    });
    const demo = await ensureDemo(app.context);
    await app.runner.start();
    server.app = app;
    server.ctx = app.context;
    server.simulator = simulator;
    server.call = (route, input, key) => callApp(app, route, input, key);
    const { body } = await callApp(app, sesion.login, {
      body: { correo: demo?.login ?? '', contrasena: demo?.password ?? '' },
    });
    server.key = body.apiKey;
    server.rnc = body.rncEmisor;
    const caller = await app.context.keys.authenticate(body.apiKey, '127.0.0.1');
    server.empresaId = caller?.empresaId ?? '';
    unmake = async () => {
      await app.close();
      await simulator.close();
      await drop();
      rmSync(dataDir, { recursive: true });
    };
  });
  afterAll(() => unmake());
  return server;
}

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + patienceMs; ; ) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${patienceMs} ms in vain`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
