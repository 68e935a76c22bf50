import { inspect } from 'node:util';
import {
  type AuthorityClient,
  type AuthorityOptions,
  AuthorityUnreachable,
  createAuthorityClient,
  type SignedFile,
  type Who,
} from '@timbre/authority';
import { signXml } from '@timbre/xml/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Fault } from './faults.ts';
import { createSimulator } from './simulator.ts';
import { draftECF, draftRFCE, makeSigner, rncEmisor, sealed } from './test-company.ts';

const signer = makeSigner();
const simulator = createSimulator();
const { control } = simulator;
const who: Who = { empresa: 'prueba', ambiente: 'testecf' };
const clients: AuthorityClient[] = [];
let hosts: AuthorityOptions['hosts'];
let file: SignedFile;
let summary: SignedFile;

beforeAll(async () => {
  hosts = await simulator.listen();
  file = await sealed(draftECF({ eNCF: 'E310000000001' }), signer);
  summary = await sealed(draftRFCE({ eNCF: 'E320000000001' }), signer);
});
beforeEach(() => control.reset());
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

const failureOf = async (sending: Promise<unknown>): Promise<AuthorityUnreachable> => {
  const error: unknown = await sending.then(
    (value) => value,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AuthorityUnreachable) return error;
  throw new Error(`No failure, but ${JSON.stringify(error)}`);
};

/** For tests of the time-out itself. Other tests use the default, because the machine may be busy. */
const brief = { limits: { answerTimeoutMs: 3_000 } };

describe('the failure of a sender when its answer goes wrong', () => {
  const cases: readonly [string, Fault, Partial<AuthorityUnreachable>][] = [
    ['the connection breaks', { kind: 'lose' }, { reason: 'cortada', outcome: 'unknown' }],
    ['nothing is answered', { kind: 'hang' }, { reason: 'tiempo', outcome: 'unknown' }],
    ['500', { kind: 'status', status: 500 }, { reason: 'servidor', outcome: 'unknown', status: 500 }],
    ['a gateway page with 502', { kind: 'html' }, { reason: 'servidor', outcome: 'unknown', status: 502 }],
    ['503', { kind: 'status', status: 503 }, { reason: 'servidor', outcome: 'unknown', status: 503 }],
    [
      '503 with Retry-After',
      { kind: 'status', status: 503, retryAfterSeconds: 7 },
      { reason: 'ocupada', outcome: 'not-sent', retryAfterMs: 7000 },
    ],
    ['429', { kind: 'status', status: 429 }, { reason: 'ocupada', outcome: 'not-sent', status: 429 }],
    ['504', { kind: 'status', status: 504 }, { reason: 'servidor', outcome: 'unknown' }],
    ['JSON cut in the middle', { kind: 'malformed' }, { reason: 'respuesta', outcome: 'unknown' }],
    ['nothing but 200', { kind: 'empty' }, { reason: 'respuesta', outcome: 'unknown' }],
    ['one byte a second', { kind: 'drip' }, { reason: 'tiempo', outcome: 'unknown' }],
    ['an answer cut in the middle', { kind: 'cut' }, { reason: 'cortada', outcome: 'unknown' }],
    ['bytes that are no gzip', { kind: 'garbage' }, { reason: 'respuesta', outcome: 'unknown' }],
    ['two megabytes', { kind: 'huge' }, { reason: 'respuesta', outcome: 'unknown' }],
    ['the answer twice', { kind: 'twice' }, { reason: 'respuesta', outcome: 'unknown' }],
    ['the page of a portal with 200', { kind: 'html', status: 200 }, { reason: 'respuesta', outcome: 'unknown' }],
    ['foreign JSON with 200', { kind: 'json', body: { ok: true } }, { reason: 'respuesta', outcome: 'unknown' }],
    ['a redirection', { kind: 'redirect' }, { reason: 'respuesta', outcome: 'unknown', status: 302 }],
    ['408', { kind: 'status', status: 408 }, { reason: 'respuesta', outcome: 'unknown' }],
    ['a page with 403', { kind: 'html', status: 403 }, { reason: 'respuesta', outcome: 'unknown', status: 403 }],
    ['a page with 451', { kind: 'html', status: 451 }, { reason: 'respuesta', outcome: 'unknown' }],
    ...[400, 404, 407, 413, 414, 421, 425, 431].map((status): [string, Fault, Partial<AuthorityUnreachable>] => [
      `a page with ${status}`,
      { kind: 'html', status },
      { reason: 'respuesta', outcome: 'not-sent', status },
    ]),
    [
      'foreign JSON with 403',
      { kind: 'json', status: 403, body: { error: 'x' } },
      { reason: 'respuesta', status: 403 },
    ],
  ];

  test('an answer of another program is reported with its status and its first words', async () => {
    const client = await readyClient();
    control.fault({ kind: 'html', status: 403, text: 'Acceso denegado por la política de la red', times: 1 });
    const { message } = await failureOf(client.enviarECF(who, file));
    expect(message).toContain('(403): Acceso denegado por la política de la red');
  });

  test('an answer about another document is not accepted', async () => {
    const client = await readyClient();
    control.fault({ kind: 'other', processed: true, services: ['enviarRFCE'], times: 1 });
    const failure = await failureOf(client.enviarRFCE(who, summary));
    expect(failure).toMatchObject({ reason: 'respuesta', outcome: 'unknown' });
    expect(failure.message).toContain('otro comprobante');
    const sent = await client.enviarECF(who, file);
    if (sent.kind !== 'recibido') throw new Error(sent.crudo);
    control.fault({ kind: 'other', processed: true, services: ['consultaResultado'], times: 1 });
    const document = { rncEmisor, eNCF: 'E310000000001' };
    expect(await client.consultaResultado(who, sent.trackId, document)).toMatchObject({ estado: 'no_encontrado' });
    expect(await client.consultaResultado(who, sent.trackId, document)).toMatchObject({ estado: 'aceptado' });
  });

  test.each(cases)('a fault before the document was processed: %s', async (_, fault, expected) => {
    const client = await readyClient(expected.reason === 'tiempo' ? brief : {});
    control.fault({ ...fault, times: 1 });
    expect(await failureOf(client.enviarECF(who, file))).toMatchObject({ ...expected, retryable: true });
    expect(control.log()).toEqual([]);
  });

  test.each(cases)('a fault after the document was processed: %s', async (_, fault, expected) => {
    const client = await readyClient(expected.reason === 'tiempo' ? brief : {});
    control.fault({ ...fault, processed: true, times: 1 });
    const failure = await failureOf(client.enviarRFCE(who, summary));
    expect(failure).toMatchObject(expected);
    expect(control.accepted()).toHaveLength(1);
    const query = { rncEmisor, eNCF: 'E320000000001', codigoSeguridad: 'aB3+/=' };
    expect(await client.consultaRFCE(who, query)).toMatchObject({ estado: 'aceptado' });
  });

  test.each(cases)('a query can be repeated after a fault: %s', async (_, fault, { reason }) => {
    const client = await readyClient(reason === 'tiempo' ? brief : {});
    control.fault({ ...fault, times: 1 });
    expect(await failureOf(client.consultaTrackIds(who, rncEmisor, 'E310000000001'))).toMatchObject({
      outcome: 'not-sent',
    });
    expect(await client.consultaTrackIds(who, rncEmisor, 'E310000000001')).toEqual({ kind: 'tracks', tracks: [] });
  });

  test('a document for an authority that is down was not sent', async () => {
    const other = createSimulator();
    const client = clientWith({ hosts: await other.listen() });
    await client.authenticate(who);
    await other.close();
    expect(await failureOf(client.enviarECF(who, file))).toMatchObject({ outcome: 'not-sent', reason: 'sin-conexion' });
  });

  test('a document whose trackId is unknown is looked up by all its trackIds', async () => {
    const client = await readyClient();
    control.fault({ kind: 'wrong-trackid', processed: true, times: 1 });
    const sent = await client.enviarECF(who, file);
    if (sent.kind !== 'recibido') throw new Error(sent.crudo);
    expect(await client.consultaResultado(who, sent.trackId)).toMatchObject({ estado: 'no_encontrado' });
    expect(await client.consultaTrackIds(who, rncEmisor, 'E310000000001')).toMatchObject({
      tracks: [{ estado: 'aceptado' }],
    });
  });

  test('a refusal has the words of the authority, and is no failure', async () => {
    const client = await readyClient();
    const valor = 'El RNC 00112345678 del certificado no está delegado para realizar transacciones';
    control.fault({ kind: 'status', status: 400, text: valor, times: 1 });
    expect(await client.enviarECF(who, file)).toEqual({
      kind: 'refused',
      status: 400,
      mensajes: [{ codigo: '0', valor }],
      crudo: JSON.stringify(valor),
    });
  });

  test('an empty file is refused', async () => {
    const client = await readyClient();
    expect(await client.enviarECF(who, { ...file, xml: '' })).toMatchObject({
      kind: 'refused',
      mensajes: [{ valor: 'Multipart cannot be empty' }],
    });
  });
});

describe('sessions', () => {
  test('a thousand calls of twenty companies authenticate once each', async () => {
    let signed = 0;
    const client = clientWith({
      sign: async (_, xml) => {
        signed += 1;
        return (await signXml(xml, signer)).xml;
      },
    });
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        client.consultaResultado({ ...who, empresa: `e${index % 20}` }, 'nadie'),
      ),
    );
    expect(signed).toBe(20);
  });

  test('a revoked token is replaced once, without the caller noticing', async () => {
    let signed = 0;
    const client = clientWith({
      sign: async (_, xml) => {
        signed += 1;
        return (await signXml(xml, signer)).xml;
      },
    });
    await client.authenticate(who);
    control.revokeTokens();
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.consultaResultado(who, 'nadie')));
    expect(answers.every((answer) => answer.kind === 'verdict')).toBe(true);
    expect(signed).toBe(2);
  });

  test('a token refused twice is a failure, with nothing sent', async () => {
    const client = await readyClient();
    control.fault({ kind: 'status', status: 401, services: ['enviarECF'] });
    expect(await failureOf(client.enviarECF(who, file))).toMatchObject({
      reason: 'sesion',
      outcome: 'not-sent',
      retryable: true,
    });
    expect(control.log()).toEqual([]);
  });

  test('short-lived tokens are renewed in time: no call uses an expired one', async () => {
    control.settings({ tokenLifeMs: 100_000 });
    let passed = 0;
    const clock = { now: Date.now, monotonic: () => performance.now() + passed, delay: async () => undefined };
    const client = clientWith({ clock });
    let refused = 0;
    for (let i = 0; i < 200; i += 1) {
      const answer = await client.consultaResultado(who, 'nadie');
      if (answer.kind !== 'verdict') refused += 1;
      if (i % 20 === 0) passed += 45_000;
      control.settings({ clockOffsetMs: passed });
    }
    expect(refused).toBe(0);
  });

  test('the token of one environment is invalid in another', async () => {
    const client = await readyClient();
    const seed = await client.semilla('testecf');
    const { token } = await client.validarSemilla('testecf', (await signXml(seed, signer)).xml);
    const ask = (ambiente: string) =>
      fetch(`${hosts.ecf}/${ambiente}/consultaresultado/api/consultas/estado?trackid=x`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await ask('testecf')).status).toBe(200);
    expect((await ask('certecf')).status).toBe(401);
    expect((await ask('ecf')).status).toBe(401);
  });

  test('a seed is valid once, and only if it was issued here', async () => {
    const client = clientWith();
    const signed = (await signXml(await client.semilla('testecf'), signer)).xml;
    await client.validarSemilla('testecf', signed);
    const again = await failureOf(client.validarSemilla('testecf', signed));
    expect(again).toMatchObject({ reason: 'certificado', retryable: false, outcome: 'not-sent', status: 400 });
    const foreign = await signXml(
      '<SemillaModel><valor>otra</valor><fecha>2026-11-21T10:00:00</fecha></SemillaModel>',
      signer,
    );
    expect(await failureOf(client.validarSemilla('testecf', foreign.xml))).toMatchObject({ reason: 'certificado' });
  });

  test('a certificate that the authority does not accept is not retried, and its words are stored', async () => {
    const waits: number[] = [];
    const client = clientWith({
      sign: async () => '<SemillaModel/>',
      clock: {
        now: Date.now,
        monotonic: () => performance.now(),
        delay: async (ms) => {
          waits.push(ms);
        },
      },
    });
    const failure = await failureOf(client.enviarECF(who, file));
    expect(failure).toMatchObject({ reason: 'certificado', retryable: false, outcome: 'not-sent' });
    expect(failure.message).toContain('no está firmado');
    expect(waits).toEqual([]);
  });

  /** A clock whose delays end immediately, and the requested delays. */
  const hurried = () => {
    const waits: number[] = [];
    const clock = {
      now: Date.now,
      monotonic: () => performance.now(),
      delay: async (ms: number) => {
        waits.push(ms);
      },
    };
    return { clock, waits };
  };

  test('a missing seed is requested again ten seconds later, while the authority answers', {
    tags: ['S9-2'],
  }, async () => {
    const { clock, waits } = hurried();
    control.fault({ kind: 'status', status: 500, services: ['semilla'], times: 1 });
    expect(await clientWith({ clock }).authenticate(who)).toEqual({ autenticadoHasta: expect.any(Number) });
    expect(waits).toEqual([10_000]);
  });

  test('calls do not wait for a seed where the authority is known to be down', async () => {
    const { clock, waits } = hurried();
    control.fault({ kind: 'status', status: 500, services: ['semilla'], times: 2 });
    expect(await failureOf(clientWith({ clock }).authenticate(who))).toMatchObject({ reason: 'servidor' });
    expect(waits).toEqual([]);
  });

  test('a document whose authentication failed without an answer was certainly not sent', async () => {
    control.fault({ kind: 'lose', services: ['validarSemilla'], times: 1 });
    expect(await failureOf(clientWith().enviarECF(who, file))).toMatchObject({
      reason: 'cortada',
      outcome: 'not-sent',
    });
  });

  test('an error of signing reaches the caller unchanged', async () => {
    class NoCertificate extends Error {}
    const client = clientWith({ sign: () => Promise.reject(new NoCertificate()) });
    await expect(client.enviarECF(who, file)).rejects.toBeInstanceOf(NoCertificate);
  });

  test.each(['lose', 'status', 'malformed'] as const)(
    'no error and no session ever shows the token: %s',
    async (kind) => {
      const client = await readyClient();
      control.fault({ kind });
      const failure = await failureOf(client.enviarECF(who, file));
      const shown = inspect([failure, client, client.session(who)], { depth: 20, showHidden: true });
      expect(shown).not.toMatch(/bearer|[\w-]{43}/i);
    },
  );
});

describe('an authority that is down', () => {
  const timed = () => {
    const time = { monotonic: 0 };
    return { time, clock: { now: Date.now, monotonic: () => time.monotonic, delay: () => Promise.resolve() } };
  };
  const settled = (client: AuthorityClient) => client.probe('testecf');

  test('a failing service has only trials, rarer each time, and is used again when it answers', async () => {
    const { time, clock } = timed();
    const client = await readyClient({ clock });
    const trials: number[] = [];
    control.fault({ kind: 'status', status: 500, services: ['consultaResultado'] });
    const ask = async () => failureOf(client.consultaResultado(who, 'x'));
    for (let i = 0; i < 5; i += 1) expect(await ask()).toMatchObject({ reason: 'servidor' });
    expect(client.available('testecf')).toBe(false);
    expect(client.troubles('testecf')).toMatchObject([{ service: 'consultaResultado', waitMs: 1000 }]);
    expect(client.available('ecf')).toBe(true);
    expect(client.room('testecf', 'enviarECF')).toBe(Number.POSITIVE_INFINITY);
    for (; time.monotonic < 100_000; time.monotonic += 500) {
      for (let i = 0; i < 5; i += 1) if ((await ask()).reason === 'servidor') trials.push(time.monotonic / 1000);
      await settled(client);
    }
    expect(trials.length).toBeLessThanOrEqual(8);
    expect(await ask()).toMatchObject({ reason: 'circuito', outcome: 'not-sent' });

    control.clearFaults();
    time.monotonic += 60_000;
    expect(await client.consultaResultado(who, 'x')).toMatchObject({ kind: 'verdict' });
    expect(client.available('testecf')).toBe(true);
  });

  test('an outage is known after one call, and one probe a second detects its end', async () => {
    const { time, clock } = timed();
    const other = createSimulator();
    const address = await other.listen();
    const client = await readyClient({ hosts: address, clock });
    await other.close();
    expect(await failureOf(client.enviarECF(who, file))).toMatchObject({ reason: 'sin-conexion' });
    expect(await client.probe('testecf')).toBe(false);
    expect(client.troubles('testecf')[0]).toMatchObject({ service: undefined, since: expect.any(Number) });
    for (const service of ['semilla', 'enviarECF', 'consultaResultado', 'consultaTrackIds'] as const) {
      expect(client.room('testecf', service)).toBe(0);
    }

    const again = createSimulator();
    let seeds = 0;
    const port = Number(new URL(address.ecf).port);
    control.reset();
    await again.listen(port);
    again.control.fault({ kind: 'status', status: 500, services: ['semilla'], times: 3 });
    for (; client.room('testecf', 'enviarECF') === 0; time.monotonic += 100, seeds += 1) await client.probe('testecf');
    expect(seeds).toBeGreaterThanOrEqual(30);
    expect(seeds).toBeLessThanOrEqual(42);
    expect(client.available('testecf')).toBe(true);
    await again.close();
  });

  test('a process probes only in its turn, and learns from the others', async () => {
    const { time, clock } = timed();
    let mine = false;
    const client = await readyClient({ clock, takeTurn: async () => mine });
    client.fell('testecf', 'La DGII no respondió a tiempo', 0);
    control.fault({ kind: 'lose', services: ['semilla'] });
    expect(await client.probe('testecf')).toBe(false);
    control.clearFaults();
    time.monotonic += 1000;
    expect(await client.probe('testecf')).toBe(false);
    mine = true;
    time.monotonic += 1000;
    expect(await client.probe('testecf')).toBe(true);
    client.fell('testecf', 'La DGII no respondió a tiempo', 0);
    client.recovered('testecf');
    expect(await client.consultaResultado(who, 'x')).toMatchObject({ kind: 'verdict' });
  });

  test('silence is an outage while calls wait and nothing is answered', async () => {
    const client = await readyClient(brief);
    control.fault({ kind: 'hang', services: ['consultaResultado'], times: 1 });
    const asking = failureOf(client.consultaResultado(who, 'x'));
    const silence = await vi.waitUntil(() => client.silences('testecf').find(({ ms }) => ms > 0), { timeout: 120_000 });
    expect(silence).toMatchObject({ service: 'consultaResultado' });
    await asking;
    expect(client.silences('testecf')).toEqual([]);
  });

  test('a request to slow down is no outage', async () => {
    const client = await readyClient();
    control.fault({ kind: 'status', status: 429 });
    for (let i = 0; i < 20; i += 1) {
      expect(await failureOf(client.consultaResultado(who, 'x'))).toMatchObject({ reason: 'ocupada' });
    }
    expect(client.available('testecf')).toBe(true);
  });
});
