import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isPrivate } from './public-address.ts';
import { createReceivers } from './receivers.ts';

const file = { fileName: '131880600E310000000001.xml', xml: '<ACECF/>' };
const entryAt = (address: string, urlOpcional?: string) => ({
  nombre: 'Emisor',
  rnc: '131880600',
  urlRecepcion: address,
  urlAceptacion: address,
  urlOpcional,
});
const sign = async (_empresa: string, xml: string) => xml;

describe('addresses of the directory', () => {
  const strict = createReceivers({ sign, allowLocal: false });

  test.each([
    'http://ejemplo.invalid',
    'https://127.0.0.1',
    'https://10.1.2.3/fe',
    'https://[::1]',
    'https://[::ffff:169.254.169.254]',
    'https://0x7f.1',
    'https://usuario:clave@ejemplo.invalid',
    'https://ejemplo.invalid:8443',
    'https://localhost',
    'ftp://ejemplo.invalid',
    'nada',
    '',
  ])('the directory address %j is not called', async (address) => {
    const failure = { name: 'AuthorityUnreachable', reason: 'sin-conexion', outcome: 'not-sent' };
    await expect(strict.aprobacion('e', entryAt(address), file)).rejects.toMatchObject(failure);
    await expect(strict.aprobacion('e', entryAt('https://ejemplo.invalid', address), file)).rejects.toMatchObject(
      failure,
    );
  });

  test('addresses of the public internet are distinguished from all others', () => {
    const here = [
      '127.9.9.9',
      '10.0.0.1',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '::1',
    ];
    const more = [
      'fe80::1',
      'fc00::1',
      '::ffff:8.8.8.8',
      '2002:7f00:1::',
      '64:ff9b::7f00:1',
      '224.0.0.1',
      '255.255.255.255',
      '192.88.99.1',
      '3fff::1',
      '2001:0:7f00:1::',
      '::127.0.0.1',
    ];
    for (const address of [...here, ...more]) expect([address, isPrivate(address)]).toEqual([address, true]);
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111'])
      expect([address, isPrivate(address)]).toEqual([address, false]);
  });
});

describe('another taxpayer', () => {
  let server: Server;
  let address: string;
  let answers: ((response: ServerResponse) => void)[];
  let asked: string[];
  const receivers = createReceivers({ sign, allowLocal: true });
  const say =
    (status: number, body: string, type = 'application/xml') =>
    (response: ServerResponse) =>
      response.writeHead(status, { 'content-type': type }).end(body);

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
      request.resume().on('end', () => (answers.shift() ?? say(404, ''))(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    asked = [];
    answers = [];
  });

  const seed = '<SemillaModel><valor>abc</valor><fecha>2026-11-20T10:00:00Z</fecha></SemillaModel>';
  const arecf = (estado: string) =>
    `<ARECF><DetalleAcusedeRecibo><RNCEmisor>1</RNCEmisor><eNCF>E31</eNCF><Estado>${estado}</Estado><CodigoMotivoNoRecibido>3</CodigoMotivoNoRecibido></DetalleAcusedeRecibo></ARECF>`;

  test('the receiver is asked for a token first if it has an address for it, at the usual path after any address', async () => {
    answers = [say(200, seed), say(200, '{"token":"t"}', 'application/json'), say(200, '')];
    const entry = entryAt(`${address}/101/fe/aprobacioncomercial/api/ecf/`, `${address}/a`);
    expect(await receivers.aprobacion('e', entry, file)).toEqual({ kind: 'aceptada' });
    expect(asked).toEqual([
      'GET /a/fe/autenticacion/api/semilla',
      'POST /a/fe/autenticacion/api/validacioncertificado',
      'POST /101/fe/aprobacioncomercial/api/ecf Bearer t',
    ]);
  });

  test('the receiver refuses an approval with 400, and nothing else is a refusal', async () => {
    answers = [say(400, '{"mensaje":"No existe"}', 'application/json')];
    expect(await receivers.aprobacion('e', entryAt(address), file)).toEqual({
      kind: 'rechazada',
      detalle: 'No existe',
    });
    const failures = [
      [say(500, 'x'), 'servidor', 'unknown'],
      [say(404, 'x'), 'respuesta', 'not-sent'],
      [say(200, '<html></html>', 'text/html'), 'respuesta', 'unknown'],
      [(response: ServerResponse) => response.destroy(), 'cortada', 'unknown'],
    ] as const;
    for (const [answer, reason, outcome] of failures) {
      answers = [answer];
      await expect(receivers.aprobacion('e', entryAt(address), file)).rejects.toMatchObject({ reason, outcome });
    }
  });

  test('the receiver acknowledges an e-CF by its ARECF, and by nothing else', async () => {
    answers = [say(200, arecf('0')), say(200, arecf('1'))];
    const identity = { rncEmisor: '1', eNCF: 'E31', motivo: '3' };
    expect(await receivers.entregarECF('e', entryAt(address), file)).toEqual({
      ...identity,
      acuse: arecf('0'),
      recibido: true,
    });
    expect(await receivers.entregarECF('e', entryAt(address), file)).toMatchObject({ ...identity, recibido: false });
    answers = [say(200, '<ARECF/>'), say(200, 'ok', 'text/plain')];
    for (let i = 0; i < 2; i++)
      await expect(receivers.entregarECF('e', entryAt(address), file)).rejects.toMatchObject({ outcome: 'unknown' });
  });
});
