import type { LookupAddress, lookup } from 'node:dns';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Config } from '../../domain/config.ts';
import type { Context } from '../context.ts';
import { createCaller } from './call.ts';
import { callerOf } from './jobs.ts';
import { makeTls, type Receiver, say, startReceiver } from './testing/receiver.ts';

const tls = makeTls();
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver(tls);
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.hits.length = 0;
  receiver.answers.length = 0;
});

/** A resolver that returns the next of some addresses at each call, and records the names it was asked for. */
function resolving(...answers: LookupAddress[][]) {
  const asked: string[] = [];
  const resolve = ((hostname: string, _options: object, done: (error: null, all: LookupAddress[]) => void) => {
    done(null, answers[Math.min(asked.length, answers.length - 1)]!);
    asked.push(hostname);
  }) as unknown as typeof lookup;
  return { resolve, asked };
}
const at = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });

describe('an address', () => {
  const strict = createCaller({ allowLoopback: false });

  test.each<readonly [url: string, words: string]>([
    ['http://ejemplo.invalid/x', 'La dirección debe comenzar con https://'],
    ['ftp://ejemplo.invalid', 'La dirección debe comenzar con https://'],
    ['ejemplo', 'Escriba una dirección completa: https://…'],
    ['https://usuario:clave@ejemplo.invalid', 'La dirección no puede llevar usuario ni contraseña'],
    ['https://ejemplo.invalid:22', 'El puerto debe ser 443 u 8443'],
    ...[
      'https://ejem\r\nplo.invalid/x',
      'https://ejemplo.invalid/x\n',
      '\thttps://ejemplo.invalid',
      'https://ejemplo.invalid/\u2028x',
    ].map((url) => [url, 'La dirección tiene saltos de línea u otros caracteres de control'] as const),
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '0',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:a9fe:a9fe]',
      '[fe80::1]',
      '[fd00:ec2::254]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
    ].map((host) => [`https://${host}/`, 'La dirección no es pública'] as const),
  ])('the address %s is refused, and not called', { tags: ['SI7-6'] }, async (url, words) => {
    expect(strict.refusalOf(url)).toBe(words);
    expect((await strict.post(url, {}, '{}')).error).toBe(words);
  });

  test('an address of the public internet is accepted, also at port 8443', () => {
    for (const url of ['https://ejemplo.invalid/a?b=1', 'https://ejemplo.invalid:8443', 'https://[2606:4700::1111]/'])
      expect([url, strict.refusalOf(url)]).toEqual([url, undefined]);
  });

  test('an address of this machine is accepted beside the simulator, also over http; one of another network is not', () => {
    const lax = createCaller({ allowLoopback: true });
    for (const url of ['http://127.0.0.1:9/', 'http://localhost:9/', 'https://[::1]:9/'])
      expect([url, lax.refusalOf(url)]).toEqual([url, undefined]);
    for (const url of ['http://192.168.0.1/', 'https://169.254.169.254/', 'http://ejemplo.invalid/'])
      expect([url, typeof lax.refusalOf(url)]).toEqual([url, 'string']);
  });
});

describe('a name', () => {
  const url = () => `https://receptor.invalid:8443/`;

  test.each([
    [[at('127.0.0.1')]],
    [[at('10.1.1.1')]],
    [[at('8.8.8.8'), at('169.254.169.254')]],
    [[at('::ffff:127.0.0.1')]],
    [[at('fc00::1')]],
  ])('a name that resolves to %j is not connected to', { tags: ['SI7-6'] }, async (answers) => {
    const { resolve, asked } = resolving(answers);
    const called = await createCaller({ allowLoopback: false, resolve }).post(url(), {}, '{}');
    expect(called).toMatchObject({ estado: null, error: 'La dirección no es pública' });
    expect(asked).toEqual(['receptor.invalid']);
  });

  test('a name is resolved once for each call: the checked address is the connected one', {
    tags: ['SI7-6'],
  }, async () => {
    // A public address at first, then this machine's: if the name were resolved twice, the receiver would be reached.
    const { resolve, asked } = resolving([at('192.0.2.1')], [at('127.0.0.1')]);
    const caller = createCaller({ allowLoopback: true, resolve, ca: tls.cert });
    expect((await caller.post(url(), {}, '{}')).error).toBe('La dirección no es pública');
    expect(asked).toHaveLength(1);
    expect(receiver.hits).toEqual([]);
  });
});

describe('a receiver', () => {
  const caller = createCaller({ allowLoopback: true, ca: tls.cert, withinMs: 60_000 });
  const impatient = createCaller({ allowLoopback: true, ca: tls.cert, withinMs: 400 });

  test('a receiver over https gets the headers and the bytes', async () => {
    const called = await caller.post(receiver.url, { 'timbre-event': 'prueba' }, '{"ñ":1}');
    expect(called).toMatchObject({ estado: 204, error: null, respuesta: '' });
    expect(receiver.hits).toMatchObject([
      { body: '{"ñ":1}', headers: { 'timbre-event': 'prueba', 'content-type': 'application/json' } },
    ]);
  });

  test('a receiver with an untrusted certificate gets nothing', async () => {
    const called = await createCaller({ allowLoopback: true }).post(receiver.url, {}, '{}');
    expect(called.error).toContain('El certificado TLS no sirve');
    expect(receiver.hits).toEqual([]);
  });

  test('the redirect of a receiver is not followed', { tags: ['SI7-6'] }, async () => {
    receiver.answers.push(say(302, '', { location: receiver.url }));
    expect(await caller.post(receiver.url, {}, '{}')).toMatchObject({
      estado: 302,
      error: 'Respondió 302: no se siguen redirecciones',
    });
    expect(receiver.hits).toHaveLength(1);
  });

  test('an endless answer of a receiver is read for 4 KiB', async () => {
    receiver.answers.push((response) => {
      let open = true;
      response.on('close', () => {
        open = false;
      });
      const more = () => {
        if (open) response.write('x'.repeat(10_000), () => setImmediate(more));
      };
      more();
    });
    const called = await caller.post(receiver.url, {}, '{}');
    expect(called).toMatchObject({ estado: 200, error: null });
    expect(called.respuesta).toHaveLength(4_096);
  });

  test.each<[string, (response: import('node:http').ServerResponse) => void]>([
    ['sends nothing', () => undefined],
    ['sends its head and then nothing', (response) => void response.write('x')],
    ['drips', (response) => void setInterval(() => response.write('x'), 50).unref()],
  ])('a receiver that %s is given up', async (_name, answer) => {
    receiver.answers.push(answer);
    expect(await impatient.post(receiver.url, {}, '{}')).toMatchObject({
      estado: null,
      error: 'No respondió en 0.4 s',
    });
  });

  test('a receiver that breaks off, speaks no HTTP, or is not there is reported', async () => {
    receiver.answers.push((response) => response.destroy());
    expect((await caller.post(receiver.url, {}, '{}')).error).toBe('Cortó la conexión');
    const mumbler = createServer((socket) => void socket.resume().end('\0\x01 garbage\r\n\r\n'));
    await new Promise<void>((resolve) => mumbler.listen(0, '127.0.0.1', resolve));
    const { port } = mumbler.address() as { port: number };
    expect((await caller.post(`http://127.0.0.1:${port}/`, {}, '{}')).error).toBe('La respuesta no es HTTP');
    await new Promise((resolve) => mumbler.close(resolve));
    expect((await caller.post(`http://127.0.0.1:${port}/`, {}, '{}')).error).toBe('Rechazó la conexión');
  });

  test('a receiver may answer bytes that no database stores', async () => {
    receiver.answers.push(say(500, 'a\0b'));
    expect((await caller.post(receiver.url, {}, '{}')).respuesta).toBe('a\u{FFFD}b');
  });
});

test('this machine is called only beside the simulator, on a server that nobody else reaches', () => {
  const refusal = (config: Partial<Config>) =>
    callerOf({ config: { authority: 'simulador', host: '127.0.0.1', ...config } } as Context).refusalOf(
      'http://127.0.0.1:3000/api',
    );
  const https = 'La dirección debe comenzar con https://';
  expect([{}, { host: 'localhost' }, { host: '::1', publicUrl: 'http://localhost:3000' }].map(refusal)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(
    [
      { authority: 'dgii' as const },
      { host: '0.0.0.0' },
      { host: '::' },
      { host: '192.168.1.5' },
      { publicUrl: 'https://timbre.ejemplo.invalid' },
    ].map(refusal),
  ).toEqual([https, https, https, https, https]);
});
