import { testPassword } from '../apps/server/src/main/testing/people.ts';
import { type Stranger, type StrangerOptions, stranger } from '../apps/server/src/main/testing/stranger.ts';
import { type BuiltServer, makeDataFolder, type Start, serverDatabase, startBuiltServer } from './built-server.ts';
import { doorAt } from './door.ts';
import { leaveBehind } from './left-behind.ts';

let shared: Promise<BuiltServer> | undefined;

/**
 * The built server of this process with a new company, for a file of tests that needs no clock, fault, environment or
 * demonstration of its own. One server is started for all of these files; it ends with the process of the tests, and
 * `stop` leaves it running. What belongs to the platform, such as the DGII's register, is not changed by these files.
 */
export async function borrowServer(company: StrangerOptions = {}): Promise<BuiltServer> {
  // Registrations are limited by address: the companies come from different ones, through a proxy that it trusts.
  const env = { TIMBRE_TRUSTED_PROXIES: '1' };
  shared ??= startLasting({ company: { login: '', password: '' }, env });
  const server = await shared;
  const { rnc } = await addCompany(server.address, company);
  return { ...server, login: rnc, password: testPassword, stop: async () => undefined };
}

/** Makes a further company on the server of {@link borrowServer}. */
export const addCompany = (address: string, company?: StrangerOptions): Promise<Stranger> =>
  stranger(doorAt(address, { behindProxy: true }), company);

/** Starts a server that runs until the process of the tests ends. Its database and folder are removed after the run. */
export async function startLasting({ company, env }: Pick<Start, 'company' | 'env'>): Promise<BuiltServer> {
  const databaseUrl = (await serverDatabase())?.databaseUrl;
  const dataDir = makeDataFolder({ withDatabase: databaseUrl === undefined });
  leaveBehind({ dataDir, databaseUrl });
  return startBuiltServer({ ...(company && { company }), dataDir, env: { ...env, DATABASE_URL: databaseUrl ?? '' } });
}
