import {
  type AuthorityClient,
  type AuthorityOptions,
  AuthorityUnreachable,
  createAuthorityClient,
  type Who,
} from '@timbre/authority';
import { signXml } from '@timbre/xml/node';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createSimulator } from '../src/simulator.ts';
import { makeSigner } from '../src/test-company.ts';

/** A company in an environment. */
export const who: Who = { empresa: 'prueba', ambiente: 'testecf' };

/** For tests of the time-out itself. Other tests use the default, because the machine may be busy. */
export const brief = { limits: { answerTimeoutMs: 3_000 } };

/** A simulator that listens during the tests of a file, and clients of it, which end with them. */
export function withSimulator() {
  const signer = makeSigner();
  const simulator = createSimulator();
  const clients: AuthorityClient[] = [];
  let hosts: AuthorityOptions['hosts'];

  beforeAll(async () => {
    hosts = await simulator.listen();
  });
  beforeEach(() => simulator.control.reset());
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await simulator.close();
  });

  function clientWith(options: Partial<AuthorityOptions> = {}): AuthorityClient {
    const client = createAuthorityClient({
      hosts,
      sign: async (_, xml) => (await signXml(xml, signer)).xml,
      ...options,
    });
    clients.push(client);
    return client;
  }

  /** Creates a client with a session, so that the fault affects the call under test. */
  async function readyClient(options: Partial<AuthorityOptions> = {}): Promise<AuthorityClient> {
    const client = clientWith(options);
    await client.authenticate(who);
    return client;
  }

  return { signer, control: simulator.control, hosts: () => hosts, clientWith, readyClient };
}

/** The failure of a call that must have one. */
export const failureOf = async (sending: Promise<unknown>): Promise<AuthorityUnreachable> => {
  const error: unknown = await sending.then(
    (value) => value,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AuthorityUnreachable) return error;
  throw new Error(`No failure, but ${JSON.stringify(error)}`);
};
