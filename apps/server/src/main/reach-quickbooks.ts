import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
import type { ReachedQuickBooks, SimulatedDocument } from '../features/context.ts';
import { consentPath } from '../features/quickbooks/routes.ts';

/** Name of the file in the data folder in which the built-in simulation of QuickBooks stores its consents. */
const stateFile = 'quickbooks-simulado.ndjson';
/** Name of the file with its transactions, where they are not the invented ones; one a line. */
const documentsFile = 'quickbooks-documentos.ndjson';

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
    return { simulado, disponible: true, client: async () => client, consent: undefined, fill: undefined, close };
  }
  if (authority === 'dgii')
    return {
      simulado: false,
      disponible: false,
      client: async () => undefined,
      consent: undefined,
      fill: undefined,
      close,
    };

  let started: Promise<{ running: RunningQuickBooks; client: QuickBooks }> | undefined;
  const start = () => {
    const settings = { documents: readDocuments(join(dataDir, documentsFile)) };
    started ??= startQuickBooksSimulator({ stateFile: join(dataDir, stateFile), settings }).then((running) => {
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
    async fill(documents) {
      // Whole or not at all: a file that is renamed is never half written.
      const file = join(dataDir, documentsFile);
      writeFileSync(`${file}.nuevo`, documents.map((each) => JSON.stringify(each)).join('\n'), { mode: 0o600 });
      renameSync(`${file}.nuevo`, file);
      const { running } = await start();
      const body = JSON.stringify({ documents });
      const answer = await fetch(`${running.address}/_control/settings`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`The simulation of QuickBooks refused its transactions: ${answer.status}`);
      await answer.text();
    },
    close: async () => (await started)?.running.close(),
  };
}

function readDocuments(file: string): SimulatedDocument[] | null {
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SimulatedDocument);
}
