import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { AuthorityUnreachable } from './failure.ts';
import { multipartOf } from './multipart.ts';
import { createTransport, type Transport } from './transport.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Starts a server that handles each request with `act`. Returns its address and the received requests. */
async function serverThat(act: (socket: Socket, request: string) => void): Promise<{ base: string; log: string[] }> {
  const log: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let received = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const [head = '', body = ''] = received.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (!received.includes('\r\n\r\n') || received.length - head.length - 4 < length) return;
      log.push(received);
      received = '';
      act(socket, head + body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { base: baseOf(server), log };
}

const baseOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function transportTo(base: string, answerTimeoutMs = 30_000): Transport {
  const limits = { connections: 4, connectTimeoutMs: 1000, answerTimeoutMs, maxAnswerBytes: 10_000 };
  const transport = createTransport(base, limits);
  open.push(() => transport.close());
  return transport;
}

const get = {
  method: 'GET',
  path: '/x',
  authorization: undefined,
  body: undefined,
  maxAnswerBytes: undefined,
} as const;
const post = {
  ...get,
  method: 'POST',
  body: multipartOf({ fileName: '101000015E310000000001.xml', xml: '<a>ñ</a>' }),
} as const;
const reply = (body: string, head = '') =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${head}\r\n${body}`;

const failureOf = (sending: Promise<unknown>): Promise<AuthorityUnreachable> =>
  sending.then(
    () => Promise.reject(new Error('It was answered')),
    (error: AuthorityUnreachable) => error,
  );

test('a request to a port without a listener is certainly not sent', async () => {
  const { base } = await serverThat(() => {});
  await open.splice(0)[0]?.();
  const failure = await failureOf(transportTo(base).send(post));
  expect(failure).toMatchObject({
    name: 'AuthorityUnreachable',
    reason: 'sin-conexion',
    outcome: 'not-sent',
    retryable: true,
  });
});

test('a request to a name that does not exist is certainly not sent', async () => {
  const failure = await failureOf(transportTo('http://dgii.invalid').send(post));
  expect(failure).toMatchObject({ reason: 'sin-conexion', outcome: 'not-sent' });
});

test('a request whose TLS handshake fails is certainly not sent', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => server.close());
  const failure = await failureOf(transportTo(baseOf(server).replace('http:', 'https:')).send(post));
  expect(failure).toMatchObject({ reason: 'sin-conexion', outcome: 'not-sent' });
});

test('a request to a host that accepts no connection in time is certainly not sent', async () => {
  const { base } = await serverThat(() => {});
  const failure = await failureOf(transportTo(base.replace('http:', 'https:')).send(post));
  expect(failure).toMatchObject({ reason: 'sin-conexion', outcome: 'not-sent' });
});

test('a connection that breaks after the request leaves the outcome unknown', async () => {
  const { base } = await serverThat((socket) => socket.destroy());
  expect(await failureOf(transportTo(base).send(post))).toMatchObject({ reason: 'cortada', outcome: 'unknown' });
});

test('a connection that breaks in the middle of the answer leaves the outcome unknown', async () => {
  const { base } = await serverThat((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"trackId"');
    setTimeout(() => socket.destroy(), 20);
  });
  expect(await failureOf(transportTo(base).send(post))).toMatchObject({ reason: 'cortada', outcome: 'unknown' });
});

test('silence past the time limit leaves the outcome unknown', async () => {
  const { base } = await serverThat(() => {});
  expect(await failureOf(transportTo(base, 200).send(post))).toMatchObject({ reason: 'tiempo', outcome: 'unknown' });
});

test('an answer that drips past the time limit is abandoned, although each byte came in time', async () => {
  const { base } = await serverThat((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
    const timer = setInterval(() => socket.write('x'), 50);
    socket.on('close', () => clearInterval(timer));
  });
  expect(await failureOf(transportTo(base, 400).send(post))).toMatchObject({ reason: 'tiempo', outcome: 'unknown' });
});

test('an answer larger than the limit is discarded', async () => {
  const { base } = await serverThat((socket) => socket.write(reply('x'.repeat(20_000))));
  expect(await failureOf(transportTo(base).send(post))).toMatchObject({ reason: 'respuesta', outcome: 'unknown' });
  expect((await transportTo(base).send({ ...get, maxAnswerBytes: 20_000 })).text).toHaveLength(20_000);
});

test('an answer that is not HTTP is a failure', async () => {
  const { base } = await serverThat((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n\r\n'));
  expect(await failureOf(transportTo(base).send(post))).toMatchObject({ reason: 'respuesta', outcome: 'unknown' });
});

test('a redirect is not followed', async () => {
  const { base, log } = await serverThat((socket) =>
    socket.write('HTTP/1.1 302 Found\r\nlocation: /otra\r\ncontent-length: 0\r\n\r\n'),
  );
  expect(await transportTo(base).send(get)).toMatchObject({ status: 302, text: '' });
  expect(log).toHaveLength(1);
});

test('a document is sent whole, with its real length and unchanged', async () => {
  const { base, log } = await serverThat((socket) => socket.write(reply('{}')));
  await transportTo(`${base}/prefijo/`).send({ ...post, authorization: 'Bearer t' });
  const [head = '', ...rest] = (log[0] ?? '').split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  expect(head).toMatch(/^POST \/prefijo\/x HTTP\/1\.1\r\n/);
  expect(head).toMatch(/\r\nauthorization: Bearer t/);
  expect(head).not.toMatch(/transfer-encoding/i);
  expect(head).toContain(`content-length: ${body.length}`);
  expect(Buffer.from(body, 'latin1').toString('utf8')).toMatch(
    /^--(\S+)\r\nContent-Disposition: form-data; name="xml"; filename="101000015E310000000001\.xml"\r\nContent-Type: text\/xml\r\n\r\n<a>ñ<\/a>\r\n--\1--\r\n$/,
  );
});

test('calls in a row reuse their connections', async () => {
  const seen = new Set<Socket>();
  const { base } = await serverThat((socket) => {
    seen.add(socket);
    socket.write(reply('{}'));
  });
  const transport = transportTo(base);
  for (let i = 0; i < 20; i += 1) await transport.send(post);
  // Two, because undici leaves a connection idle for one turn of the event loop before reusing it.
  expect(seen.size).toBeLessThanOrEqual(2);
});

test('Retry-After is read in seconds and bounded', async () => {
  const waits = ['7', '999999', 'Wed, 21 Oct 2026 07:28:00 GMT', '-1'];
  const { base } = await serverThat((socket) => socket.write(reply('', `retry-after: ${waits.shift()}\r\n`)));
  const transport = transportTo(base);
  const read: (number | undefined)[] = [];
  for (let i = 0; i < 4; i += 1) read.push((await transport.send(get)).retryAfterMs);
  expect(read).toEqual([7000, 3_600_000, undefined, undefined]);
});

test('a file name cannot add anything to the header', () => {
  for (const fileName of ['a"; x="', 'a\r\nb.xml', '../a.xml/', '']) {
    expect(() => multipartOf({ fileName, xml: '' })).toThrow(RangeError);
  }
});
