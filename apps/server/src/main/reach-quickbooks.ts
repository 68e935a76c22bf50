import { join } from 'node:path';
import {
  type Addresses,
  addressesAt,
  createQuickBooks,
  intuit,
  type Limits,
  type QuickBooks,
} from '@timbre/quickbooks';
import { type RunningQuickBooks, startQuickBooksSimulator } from '@timbre/quickbooks-simulator';
import type { Config } from '../domain/config.ts';
import type { ReachedQuickBooks } from '../features/context.ts';
import { consentPath } from '../features/quickbooks/routes.ts';

/** Name of the file in the data folder in which the built-in simulation of QuickBooks stores its consents. */
const stateFile = 'quickbooks-simulado.ndjson';

/** Credentials for the simulation if none are configured. */
const invented = { clientId: 'timbre-desarrollo', clientSecret: 'simulado' };

/**
 * QuickBooks as configured: Intuit's, or a simulation that runs elsewhere, or, with the simulated authority, one
 * started here in a thread when it is first needed.
 *
 * @param limits of the traffic with it, where they differ from the default
 */
export function reachQuickBooks(
  { quickbooks, authority, dataDir }: Config,
  limits: Partial<Limits> = {},
): ReachedQuickBooks {
  const { app, baseUrl } = quickbooks;
  const close = async () => undefined;
  if (app !== undefined || baseUrl !== undefined) {
    const addresses = baseUrl === undefined ? intuit : addressesAt(baseUrl);
    const client = createQuickBooks({ addresses, limits, ...(app ?? invented) });
    const simulado = addresses.token !== intuit.token;
    return { simulado, disponible: true, client: async () => client, consent: undefined, close };
  }
  if (authority === 'dgii')
    return { simulado: false, disponible: false, client: async () => undefined, consent: undefined, close };

  let started: Promise<{ running: RunningQuickBooks; client: QuickBooks }> | undefined;
  const start = () => {
    started ??= startQuickBooksSimulator({ stateFile: join(dataDir, stateFile) }).then((running) => {
      const addresses: Addresses = { ...addressesAt(running.address), authorize: consentPath };
      return { running, client: createQuickBooks({ addresses, limits, ...invented }) };
    });
    return started;
  };
  return {
    simulado: true,
    disponible: true,
    client: async () => (await start()).client,
    consent: async (search) =>
      fetch(`${(await start()).running.address}/connect/oauth2${search}`, { redirect: 'manual' }),
    close: async () => (await started)?.running.close(),
  };
}
