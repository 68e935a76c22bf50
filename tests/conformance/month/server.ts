import type { Hosts } from '@timbre/authority';
import { createQuickBooksSimulator, type QuickBooksSimulator } from '@timbre/quickbooks-simulator';
import { createSimulator, type Simulator } from '@timbre/simulator';
import { afterAll, beforeAll } from 'vitest';
import { type TestServer, withServer } from '../../../apps/server/src/main/testing/server.ts';

/** A server with a simulated DGII and a simulated QuickBooks in the same process. All use the clock of the test. */
export interface MonthServer extends TestServer {
  readonly quickbooks: QuickBooksSimulator;
  readonly dgii: Simulator;
  /** Addresses of the simulated DGII. */
  hosts(): Hosts;
}

/** Rate limits so high that no test waits for them. */
const unlimited = { perMinute: 1_000_000, perSecond: 1_000_000 };

/** Creates server and simulators before the tests of the file, and closes them afterwards. */
export function withMonthServer(): MonthServer {
  const config = { publicUrl: 'http://timbre.ejemplo' };
  const more: { quickbooks: typeof unlimited; hosts?: Hosts } = { quickbooks: unlimited };
  const now = () => server.clock.now().getTime();
  const dgii = createSimulator({ seed: 1, now });
  const quickbooks = createQuickBooksSimulator({ now, settings: unlimited });
  beforeAll(async () => {
    Object.assign(more, { hosts: await dgii.listen() });
    const app = { clientId: 'ABc', clientSecret: 'secreto-de-la-aplicacion' };
    Object.assign(config, { quickbooks: { app, baseUrl: await quickbooks.listen() } });
  });
  const own = { quickbooks, dgii, hosts: () => more.hosts! };
  const server = Object.assign(withServer(config, more), own) as MonthServer;
  afterAll(async () => {
    await quickbooks.close();
    await dgii.close();
  });
  return server;
}
