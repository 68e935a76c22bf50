import {
  type AuthorityClient,
  AuthorityUnreachable,
  createAuthorityClient,
  type SignedFile,
  type Who,
} from '@timbre/authority';
import { signXml } from '@timbre/xml/node';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Fault } from './faults.ts';
import { createSimulator } from './simulator.ts';
import { draftECF, makeSigner, rncEmisor, sealed } from './test-company.ts';

/** A minimal sender: it queries before it repeats whenever the client reports the outcome as unknown. */
const signer = makeSigner();
const simulator = createSimulator({ seed: inject('seed') });
const { control } = simulator;
const who: Who = { empresa: 'prueba', ambiente: 'testecf' };
const most = 15;
let client: AuthorityClient;
const files = new Map<string, SignedFile>();

beforeAll(async () => {
  client = createAuthorityClient({
    hosts: await simulator.listen(),
    sign: async (_, xml) => (await signXml(xml, signer)).xml,
    clock: { now: Date.now, monotonic: () => performance.now(), delay: pause },
    limits: { answerTimeoutMs: 150, probeWithinMs: 150, probeEveryMs: 1, longestTrialMs: 10 },
  });
  for (let n = 1; n <= most; n += 1) {
    const eNCF = `E31${String(n).padStart(10, '0')}`;
    files.set(eNCF, await sealed(draftECF({ eNCF }), signer));
  }
});
afterAll(async () => {
  await client.close();
  await simulator.close();
});

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 2));

/** Posts that may have been processed, by the outcome that the client reported. */
interface Attempts {
  possible: number;
}

/** Sends one document until it is known to be accepted. Repeats immediately only if it was certainly not sent. */
async function deliver(eNCF: string, file: SignedFile, attempts: Attempts): Promise<void> {
  let next: 'send' | 'ask' = 'send';
  for (let step = 0; step < 5_000; step += 1) {
    try {
      if (next === 'send') {
        const sent = await client.enviarECF(who, file);
        if (sent.kind === 'refused') throw new Error(`Refused: ${sent.crudo}`);
        attempts.possible += 1;
        next = 'ask';
      } else {
        const known = await client.consultaTrackIds(who, rncEmisor, eNCF);
        if (known.kind === 'refused') throw new Error(`Refused: ${known.crudo}`);
        if (known.tracks.some(({ estado }) => estado === 'aceptado')) return;
        if (known.tracks.length === 0) next = 'send';
      }
    } catch (error) {
      if (!(error instanceof AuthorityUnreachable)) throw error;
      if (next === 'send' && error.outcome === 'unknown') {
        attempts.possible += 1;
        next = 'ask';
      }
      await pause();
    }
  }
  throw new Error(`${eNCF} was never delivered`);
}

const kinds: readonly (readonly [string, Fault])[] = [
  ['lost before processing', { kind: 'lose' }],
  ['lost after processing', { kind: 'lose', processed: true }],
  ['silent before processing', { kind: 'hang' }],
  ['silent after processing', { kind: 'hang', processed: true }],
  ['500 before', { kind: 'status', status: 500 }],
  ['500 after', { kind: 'status', status: 500, processed: true }],
  ['502 page after', { kind: 'html', processed: true }],
  ['429', { kind: 'status', status: 429 }],
  ['503 with Retry-After', { kind: 'status', status: 503, retryAfterSeconds: 1 }],
  ['401', { kind: 'status', status: 401 }],
  ['malformed after', { kind: 'malformed', processed: true }],
  ['empty after', { kind: 'empty', processed: true }],
  ['drip after', { kind: 'drip', processed: true }],
  ['wrong trackId', { kind: 'wrong-trackid', processed: true, services: ['enviarECF'] }],
  ['not found although there', { kind: 'not-found', processed: true, services: ['consultaTrackIds'] }],
];
const cases = kinds.flatMap(([name, fault]) => [0.1, 0.5].map((probability) => [name, probability, fault] as const));

test.each(cases)(
  'every document is accepted exactly once with %s, in %d of the calls',
  async (_, probability, fault) => {
    control.reset();
    client.forget(who.empresa);
    control.fault({ ...fault, probability });
    const attempts: Attempts = { possible: 0 };
    await Promise.all([...files].map(([eNCF, file]) => deliver(eNCF, file, attempts)));

    const accepted = control.accepted().map(({ eNCF }) => eNCF);
    expect(accepted.toSorted()).toEqual([...files.keys()]);
    const bodies = new Map<string | undefined, Set<string>>();
    for (const { eNCF, sha256 } of control.log()) bodies.set(eNCF, (bodies.get(eNCF) ?? new Set()).add(sha256));
    expect([...bodies.values()].every((digests) => digests.size === 1)).toBe(true);
    // A post that the client reported as not sent was never processed.
    expect(control.log().length).toBeLessThanOrEqual(attempts.possible);
  },
);

test('waiting documents are delivered once the authority answers again', async () => {
  control.reset();
  client.forget(who.empresa);
  control.fault({ kind: 'lose' });
  const attempts: Attempts = { possible: 0 };
  const delivering = Promise.all([...files].map(([eNCF, file]) => deliver(eNCF, file, attempts)));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(control.log()).toEqual([]);
  control.clearFaults();
  await delivering;
  expect(control.accepted()).toHaveLength(most);
});
