import { mapeo as mapeoCalls } from '@timbre/contract';
import type { Limits } from '@timbre/quickbooks';
import { createQuickBooksSimulator, type QuickBooksSimulator, type Settings } from '@timbre/quickbooks-simulator';
import type { AccountMapping } from '@timbre/reports';
import { afterAll, beforeAll } from 'vitest';
import { type TestConfig, type TestServer, withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { connectCompany, type Post } from './connect.ts';
import { fullMapping } from './documents.ts';

/** A server with a QuickBooks in the process, by one clock. */
export interface QuickBooksServer extends TestServer {
  readonly quickbooks: QuickBooksSimulator;
}

/** The public address of the server. */
export const publicUrl = 'http://timbre.ejemplo';

/** Traffic limits that make no test wait; separate tests cover the limits. */
const unlimited = { perMinute: 1_000_000, perSecond: 1_000_000 };

/**
 * Creates the server and its QuickBooks before the tests of the file and closes them after.
 *
 * @param settings of QuickBooks, where they differ from its default
 * @param limits of the server, where they differ from its default
 */
export function withQuickBooks(settings: Partial<Settings> = {}, limits: Partial<Limits> = {}): QuickBooksServer {
  const config: TestConfig = { publicUrl };
  beforeAll(async () => {
    const quickbooks = createQuickBooksSimulator({
      now: () => server.clock.now().getTime(),
      settings: { ...unlimited, ...settings },
    });
    const app = { clientId: 'ABc', clientSecret: 'secreto-de-la-aplicacion' };
    Object.assign(config, { quickbooks: { app, baseUrl: await quickbooks.listen() } });
    Object.assign(server, { quickbooks });
  });
  const server = withServer(config, { quickbooks: { ...unlimited, ...limits } }) as QuickBooksServer;
  afterAll(() => server.quickbooks.close());
  return server;
}

/** Makes calls as a person. */
export const postAs =
  ({ call }: TestServer, key: string): Post =>
  async (route, body) =>
    (await call(route, { body } as never, key)).body;

let realms = 9_130_350_000_000_100n;

/**
 * A new company, and a QuickBooks without faults that has another company of its own.
 *
 * @param settings of QuickBooks that depend on the company
 * @returns the company, and its id in QuickBooks, with which it is not connected yet
 */
export async function newEmpresa(
  server: QuickBooksServer,
  settings: (empresa: Stranger) => Partial<Settings> = () => ({}),
): Promise<{ readonly empresa: Stranger; readonly realm: string }> {
  const empresa = await stranger(server, bare);
  const realm = String(++realms);
  server.quickbooks.control.clearFaults();
  server.quickbooks.control.settings({ ...settings(empresa), realm });
  return { empresa, realm };
}

/**
 * A new company, connected with a company of its own in QuickBooks, which has these documents.
 *
 * @param documents null for those that QuickBooks invents
 * @param mapeo its account mapping; null for none
 */
export async function connectedEmpresa(
  server: QuickBooksServer,
  documents: Settings['documents'],
  mapeo: AccountMapping | null = fullMapping,
): Promise<Stranger> {
  const { empresa } = await newEmpresa(server, ({ rnc }) => ({ rnc, documents }));
  await connectCompany(postAs(server, empresa.sesion));
  if (mapeo !== null)
    await server.call(
      mapeoCalls.guardarMapeoDeCuentas,
      { params: { rnc: empresa.rnc }, body: { mapeo } as never },
      empresa.sesion,
    );
  return empresa;
}
