import type { AuthorityClient, AuthorityUnreachable, SignedFile } from '@timbre/authority';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { brief, failureOf, who, withSimulator } from '../testing/authority.ts';
import type { Fault } from './faults.ts';
import { createSimulator } from './simulator.ts';
import { draftECF, draftRFCE, rncEmisor, sealed } from './test-company.ts';

const { signer, control, clientWith, readyClient } = withSimulator();
let file: SignedFile;
let summary: SignedFile;

beforeAll(async () => {
  file = await sealed(draftECF({ eNCF: 'E310000000001' }), signer);
  summary = await sealed(draftRFCE({ eNCF: 'E320000000001' }), signer);
});

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
