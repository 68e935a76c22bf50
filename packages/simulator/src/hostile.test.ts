import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSimulator } from './simulator.ts';
import { readUpload } from './upload.ts';

const contentType = 'multipart/form-data; boundary=abc';
const form = (parts: string) => Buffer.from(`${parts}--abc--\r\n`);
const part = (head: string, body: string) => `--abc\r\n${head}\r\n\r\n${body}\r\n`;
const xmlPart = part(
  'Content-Disposition: form-data; name="xml"; filename="a.xml"\r\nContent-Type: text/xml',
  '<a>ñ\r\n</a>',
);

describe('an upload', () => {
  test('an upload is recognised by the name of its field, byte for byte', () => {
    const other = part('Content-Disposition: form-data; name="otro"', 'x');
    for (const body of [form(xmlPart), form(other + xmlPart), form(xmlPart + other)]) {
      const upload = readUpload(contentType, body);
      expect([upload?.fileName, upload?.bytes.toString()]).toEqual(['a.xml', '<a>ñ\r\n</a>']);
    }
  });

  test.each([
    ['multipart/form-data', form(xmlPart)],
    ['application/json', form(xmlPart)],
    ['multipart/form-data; boundary=xyz', form(xmlPart)],
    [contentType, form(part('Content-Disposition: form-data; name="file"; filename="xml"', '<a/>'))],
    [contentType, Buffer.from('--abc\r\nContent-Disposition: form-data; name="xml"')],
    [contentType, Buffer.from(xmlPart)],
    [contentType, Buffer.alloc(0)],
    ['', Buffer.alloc(0)],
  ])('an upload with other bytes holds no file: %s', (type, body) => {
    expect(readUpload(type, body)).toBeUndefined();
  });

  test('an upload of any bytes is read without an exception', () => {
    const pieces = fc.constantFrom(
      '--abc',
      '\r\n',
      '\r\n\r\n',
      'name="xml"',
      'filename="',
      'Content-Disposition: ',
      '--',
      'ñ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (texts) => {
        const upload = readUpload(contentType, Buffer.from(texts.join('')));
        expect(upload === undefined || Buffer.isBuffer(upload.bytes)).toBe(true);
      }),
    );
  });
});

describe('the server', () => {
  const simulator = createSimulator();
  let base: string;
  beforeAll(async () => {
    base = (await simulator.listen()).ecf;
  });
  afterAll(() => simulator.close());
  const reception = '/testecf/recepcion/api/facturaselectronicas';

  test('a body larger than any document is refused', async () => {
    const answer = await fetch(`${base}${reception}`, { method: 'POST', body: Buffer.alloc(7 * 1024 * 1024) });
    expect(answer.status).toBe(413);
  });

  test.each([
    ['GET', '/'],
    ['GET', reception],
    ['POST', '/testecf/consultaresultado/api/consultas/estado'],
    ['GET', '/otroecf/autenticacion/api/autenticacion/semilla'],
    ['GET', '/certecf/consultatrackids/api/trackids/consulta'],
    ['POST', '/testecf/recepcionfc/api/recepcion/ecf'],
    ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
    ['GET', `/${'a'.repeat(8000)}`],
  ])('nothing is served at %s %s', async (method, path) => {
    expect((await fetch(base + path, { method })).status).toBe(404);
  });

  test.each([undefined, 'Bearer', 'Bearer x', 'Basic x', 'Bearer x y', `Bearer ${'x'.repeat(4000)}`])(
    'a token is required before anything else: %s',
    async (authorization) => {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await fetch(`${base}${reception}`, { method: 'POST', headers, body: 'x' });
      expect(answer.status).toBe(401);
      expect(simulator.control.log()).toEqual([]);
    },
  );

  test('callers who leave in the middle do not disturb the others', async () => {
    const logged = vi.spyOn(console, 'error');
    const { port } = new URL(base);
    for (let i = 0; i < 20; i += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`POST ${reception} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nabc`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      socket.destroy();
    }
    expect((await fetch(`${base}/testecf/autenticacion/api/autenticacion/semilla`)).status).toBe(200);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  test('orders from a page in a browser are refused', async () => {
    const headers = { origin: 'https://example.com' };
    expect((await fetch(`${base}/_control/reset`, { method: 'POST', headers })).status).toBe(403);
    expect((await fetch(`${base}/_control/reset`, { method: 'POST' })).status).toBe(200);
  });

  test('the address of a request is never repeated as markup', async () => {
    const query = new URLSearchParams({
      RncEmisor: '<script>',
      ENCF: '"><img>',
      CodigoSeguridad: '&',
      MontoTotal: "'",
    });
    const page = await (await fetch(`${base}/testecf/consultatimbre?${query}`)).text();
    expect(page).not.toMatch(/<script>|<img>/);
  });
});
