import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { route } from '@timbre/route';
import pino from 'pino';
import { Type } from 'typebox';
import { afterEach, expect, test } from 'vitest';
import { clientAddress, networkOf, siteOf } from '../input/client-address.ts';
import { type Bounds, defaultBounds, watchConnections } from './connections.ts';
import { type Http, handle } from './register.ts';
import { createHttp } from './server.ts';

const eco = route({
  method: 'POST',
  path: '/api/eco',
  summary: 'Prueba',
  policy: 'publico',
  body: Type.Object({ texto: Type.String() }),
  answer: Type.Unknown(),
});
const lenta = route({
  method: 'GET',
  path: '/api/lenta',
  summary: 'Prueba',
  policy: 'publico',
  answer: Type.Unknown(),
});
const subida = route({
  method: 'POST',
  path: '/api/subida',
  summary: 'Prueba',
  policy: 'publico',
  bodyKind: 'multipart',
  form: { archivo: { kind: 'file', description: 'Un archivo' } },
  answer: Type.Unknown(),
});

const quick: Bounds = { ...defaultBounds, headMs: 300, lookMs: 50, graceMs: 300, closingMs: 500 };
const made: Http[] = [];
let logged: string[] = [];
let letGo: () => void = () => undefined;
/** How many heads of requests all servers have read. */
let begun = 0;

afterEach(async () => {
  letGo();
  await Promise.all(made.splice(0).map(({ fastify }) => fastify.close()));
  logged = [];
  begun = 0;
});

async function serve(bounds: Partial<Bounds> = {}, trustedProxies = 0): Promise<number> {
  const http = await createHttp({
    authenticate: async () => undefined,
    countWrongKey: () => undefined,
    onForwarded: () => undefined,
    reaches: async () => true,
    demandPassword: async () => undefined,
    mustSetUpTotp: () => false,
    log: pino({ level: 'debug' }, { write: (line: string) => logged.push(line) }),
    publicUrl: undefined,
    web: () => undefined,
    trustedProxies,
    bounds: { ...quick, ...bounds },
  });
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  handle(http, eco, async ({ body, request }) => ({ ...body, ip: request.ip }));
  handle(http, lenta, async () => held.then(() => 'por fin'));
  handle(http, subida, async ({ form }) => Object.keys(form.files));
  made.push(http);
  http.fastify.server.on('request', () => {
    begun += 1;
  });
  await http.fastify.listen({ port: 0, host: '127.0.0.1' });
  return (http.fastify.server.address() as AddressInfo).port;
}

interface Line {
  readonly socket: Socket;
  heard(): string;
  readonly ended: Promise<string>;
}

/** A connection, with what was received on it. */
async function line(port: number, text = ''): Promise<Line> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes;
  });
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  await once(socket, 'connect');
  socket.write(text);
  return { socket, heard: () => heard, ended };
}

const head = (length: number, ...more: string[]) =>
  ['POST /api/eco HTTP/1.1', 'Host: timbre', 'Content-Type: application/json', `Content-Length: ${length}`, ...more]
    .map((each) => `${each}\r\n`)
    .join('');
const post = (body: string, ...more: string[]) => `${head(body.length, ...more)}\r\n${body}`;
const good = post('{"texto":"x"}');
const until = async (condition: () => boolean) => {
  while (!condition()) await delay(10);
};

/** Sends a piece every 50 ms until the connection is closed. */
async function trickle({ socket }: Line, piece: string): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    socket.write(piece);
    await delay(50);
  }
}

test('a client that sends nothing, or not the whole head of a request, is disconnected', {
  tags: ['P4.7'],
}, async () => {
  const port = await serve();
  const [silent, half] = [await line(port), await line(port, 'POST /api/eco HTTP/1.1\r\nHost: ti')];
  await silent.ended;
  expect(await half.ended).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that comes too slowly is refused with its reason, and is no failure', async () => {
  const port = await serve();
  const slow = await line(port, `${head(50_000)}\r\n{"texto":"`);
  void trickle(slow, 'x');
  const answer = await slow.ended;
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('peticion/lenta');
  const id = /x-request-id: ([\w-]{12})\r\n/i.exec(answer)?.[1];
  expect(answer).toContain(`"requestId":"${id}"`);
  expect(logged.filter((text) => /"level":[45]0/.test(text))).toEqual([]);
});

test('a body that comes slowly, but as fast as required, is accepted', async () => {
  const port = await serve({ bytesPerSecond: 100 });
  const body = JSON.stringify({ texto: 'x'.repeat(2_000) });
  const steady = await line(port, `${head(body.length)}\r\n`);
  for (let at = 0; at < body.length; at += 150) {
    steady.socket.write(body.slice(at, at + 150));
    await delay(50);
  }
  await until(() => steady.heard().includes('"texto"'));
  expect(steady.heard()).toMatch(/^HTTP\/1\.1 200 /);
  steady.socket.destroy();
});

test('the slow bodies of one address are limited; behind a proxy, of the address that it names', {
  tags: ['P4.7'],
}, async () => {
  const port = await serve({ bytesPerSecond: 1, slowPerNetwork: 2 }, 1);
  const from = (ip: string) => line(port, `${head(50_000, `X-Forwarded-For: ${ip}`)}\r\n{"texto":"`);
  const ofOne = await Promise.all(Array.from({ length: 5 }, () => from('203.0.113.1')));
  const ofAnother = await from('203.0.113.2');
  for (const each of [...ofOne, ofAnother]) void trickle(each, 'xx');
  await until(() => ofOne.filter(({ socket }) => socket.destroyed).length === 3);
  await delay(300);
  expect(ofOne.filter(({ socket }) => socket.destroyed)).toHaveLength(3);
  expect(ofAnother.socket.destroyed).toBe(false);
  for (const { socket } of [...ofOne, ofAnother]) socket.destroy();
});

test('the connections of one address are limited: an idle one makes room, else the new one is refused', async () => {
  const port = await serve({ perNetwork: 3, headMs: 10_000 });
  const idle = await line(port, good);
  await until(() => idle.heard().includes('"texto"'));
  const busy = [await line(port, 'GET /api/lenta HTTP/1.1\r\nHost: t\r\n\r\n'), await line(port, 'GET')];
  const fourth = await line(port, good);
  await idle.ended;
  await until(() => fourth.heard().includes('"texto"'));
  fourth.socket.write('GET /api/lenta HTTP/1.1\r\nHost: t\r\n\r\n');
  await until(() => begun === 4);
  const fifth = await line(port);
  expect(await fifth.ended).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5\r\n[\s\S]*servidor\/ocupado/);
  for (const { socket } of [...busy, fourth]) socket.destroy();
});

test('what is no request gets a problem too, with the headers of every answer', async () => {
  const port = await serve();
  const start = 'GET /api/lenta HTTP/1.1\r\nHost: t\r\n';
  const broken: Readonly<Record<string, [status: number, code: string]>> = {
    [`${start}X: ${'a'.repeat(20_000)}\r\n\r\n`]: [413, 'peticion/muy-grande'],
    [`${head(5, 'Transfer-Encoding: chunked')}\r\n0\r\n\r\n`]: [400, 'peticion/invalida'],
    [`${head(5, 'Content-Length: 6')}\r\n{}aaaa`]: [400, 'peticion/invalida'],
    'hola\r\n\r\n': [400, 'peticion/invalida'],
    'POST /api/eco HTTP/1.1\r\nHost: ti': [408, 'peticion/lenta'],
  };
  for (const [text, [status, code]] of Object.entries(broken)) {
    const answer = await (await line(port, text)).ended;
    const [, body = ''] = answer.split('\r\n\r\n');
    expect([answer.split(' ', 2)[1], JSON.parse(body)]).toMatchObject([String(status), { code, status }]);
    expect(answer).toMatch(/^content-type: application\/problem\+json[\s\S]*/im);
    expect(answer).toMatch(/^cache-control: no-store\r$/m);
  }
  const expecting = await line(port, post('{"texto":"x"}', 'Expect: otra', 'Connection: close'));
  expect(await expecting.ended).toMatch(/^HTTP\/1\.1 200 /);
});

test('the connections of one IPv6 network are limited together', () => {
  const server = new EventEmitter() as Server;
  const options = { addressOf: () => '', idOf: () => '', behindProxies: false };
  watchConnections(server, { ...quick, perNetwork: 3 }, options);
  const refused: string[] = [];
  for (const remoteAddress of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4', '2001:db8:0:1::1']) {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, end: () => refused.push(remoteAddress) });
    server.emit('connection', socket);
  }
  server.emit('close');
  expect(refused).toEqual(['2001:db8::4']);
});

test('a client that leaves in the middle of a request is no failure, in whatever form the body is', async () => {
  const port = await serve();
  const form =
    'POST /api/subida HTTP/1.1\r\nHost: t\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000\r\n\r\n';
  const part = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nxxxx';
  for (const text of [`${head(5_000)}\r\n{"texto"`, form + part, 'GET /api/lenta HTTP/1.1\r\nHost: t\r\n\r\n']) {
    const before = begun;
    const leaving = await line(port, text);
    await until(() => begun > before);
    leaving.socket.resetAndDestroy();
  }
  await until(() => logged.filter((text) => text.includes('went away')).length === 2);
  letGo();
  await delay(50);
  expect(logged.filter((text) => /"level":[45]0/.test(text))).toEqual([]);
});

test('a closing server finishes the requests under way, and cuts those that take too long', async () => {
  const port = await serve({ headMs: 60_000 });
  const silent = await line(port);
  const working = await line(port, 'GET /api/lenta HTTP/1.1\r\nHost: t\r\n\r\n');
  await until(() => begun === 1);
  const closed = made.pop()!.fastify.close();
  await silent.ended;
  letGo();
  expect(await working.ended).toMatch(/^HTTP\/1\.1 200 [\s\S]*por fin/);
  await closed;

  const again = await serve();
  const stuck = await line(again, 'GET /api/lenta HTTP/1.1\r\nHost: t\r\n\r\n');
  await until(() => begun === 2);
  await made.pop()!.fastify.close();
  expect(await stuck.ended).toBe('');
});

const ipOf = async (port: number, ...headers: string[]) => {
  const { socket, heard } = await line(port, post('{"texto":"x"}', ...headers));
  await until(() => heard().includes('"ip"'));
  socket.destroy();
  return /"ip":"([^"]*)"/.exec(heard())![1];
};

test('the address of a request is that of its connection, however many headers are forged', async () => {
  const port = await serve();
  expect(await ipOf(port, 'X-Forwarded-For: 203.0.113.9', 'X-Real-IP: 203.0.113.8', 'Forwarded: for=203.0.113.7')).toBe(
    '127.0.0.1',
  );
});

test('the address behind proxies is what our outermost proxy saw, counted from the right', async () => {
  const [one, two] = [await serve({}, 1), await serve({}, 2)];
  expect(await ipOf(one, 'X-Forwarded-For: 6.6.6.6, 203.0.113.9')).toBe('203.0.113.9');
  expect(await ipOf(one, 'X-Forwarded-For: 6.6.6.6', 'X-Forwarded-For: 203.0.113.9')).toBe('203.0.113.9');
  expect(await ipOf(two, 'X-Forwarded-For: 6.6.6.6, 203.0.113.9, 10.0.0.1')).toBe('203.0.113.9');
  expect(await ipOf(one, 'X-Forwarded-For: <script>')).toBe('127.0.0.1');
  expect(await ipOf(two, 'X-Forwarded-For: 203.0.113.9')).toBe('127.0.0.1');
  expect(await ipOf(one)).toBe('127.0.0.1');
});

test('an IPv6 network is one sender', () => {
  expect(networkOf('2001:db8:0:1:aaaa::1')).toBe(networkOf('2001:db8::1:0:0:0:2'));
  expect(networkOf('2001:db8:0:2::1')).not.toBe(networkOf('2001:db8:0:1::1'));
  expect([networkOf('::1'), networkOf('fe80::1%eth0'), networkOf('::ffff:10.0.0.1'), networkOf('10.0.0.1')]).toEqual([
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
    '10.0.0.1',
    '10.0.0.1',
  ]);
  expect(siteOf('2001:db8:0:2::1')).toBe(siteOf('2001:db8:0:1::1'));
  expect(siteOf('2001:db8:1::1')).not.toBe(siteOf('2001:db8::1'));
  expect(siteOf('::ffff:10.0.0.1')).toBe('10.0.0.1');
  expect(clientAddress({ headers: {}, socket: { remoteAddress: undefined } as never }, 0)).toBe('');
});
