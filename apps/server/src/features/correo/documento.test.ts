import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configuracion, correo, emision } from '@timbre/contract';
import { expect, test } from 'vitest';
import { buyer, saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { readMessage } from '../../main/testing/mail-server.ts';

// Without a mail server: messages that would be sent are in the data folder.

const server = withIssuing();

const issue = async () => (await server.call(emision.enviarFactura, { body: saleOf({}) }, server.key)).body;
const bytesOf = async (id: string, what: 'xml' | 'pdf') =>
  (
    await server.app.http.fastify.inject({
      url: `/api/documentos/${id}/${what}`,
      headers: { authorization: `Bearer ${server.key}` },
    })
  ).rawPayload;
const correosOf = async (id: string) =>
  (await server.call(correo.verCorreos, { params: { id } }, server.key)).body.correos;
const fileOf = (id: string) => readFileSync(join(server.ctx.config.dataDir, 'correo', `${id}.eml`), 'latin1');
const send = (id: string, body: { para: string[]; asunto?: string; cuerpo?: string }) =>
  server.call(correo.enviarPorCorreo, { params: { id }, body }, server.key);

test('a document is mailed with the bytes of its PDF and its XML, a message for each address, and records it', {
  tags: ['SI9-8'],
}, async () => {
  const { id, eNCF } = await issue();
  const para = ['uno@compra.example', 'dos@compra.example'];
  const sent = await send(id, { para: [...para, para[0]!] });
  expect(sent.problem).toBeUndefined();
  expect([sent.status, sent.body.entrega, sent.body.correos.length]).toEqual([202, 'carpeta', 2]);
  const stored = await server.until(async () => {
    const rows = await correosOf(id);
    return rows.every(({ estado }) => estado === 'guardado') && rows;
  });
  expect(stored.map((row) => row.para).sort()).toEqual([...para].sort());
  for (const row of stored) {
    const { headers, parts } = readMessage(fileOf(row.id));
    expect(headers).toMatch(new RegExp(`^To: ${row.para}\\r?$`, 'm'));
    expect(headers.match(/^(To|Cc|Bcc):/gim)).toHaveLength(1);
    for (const what of ['xml', 'pdf'] as const) {
      const part = parts.find(({ head }) => head.includes(`${server.rnc}${eNCF}.${what}`));
      expect(part!.bytes.equals(await bytesOf(id, what))).toBe(true);
    }
    expect(parts[0]!.bytes.toString()).toContain(eNCF);
  }
});

test('typed text adds no header and no address', { tags: ['SI9-10'] }, async () => {
  const { id } = await issue();
  for (const address of ['a@b.do\r\nBcc: c@d.do', 'a@b.do,c@d.do', 'Ana <a@b.do>'])
    expect((await send(id, { para: [address] })).problem.code).toBe('correo/direccion');
  expect((await send(id, { para: Array.from({ length: 6 }, (_, n) => `a${n}@b.do`) })).status).toBe(400);
  const sent = await send(id, { para: ['a@b.do'], asunto: 'Hola\r\nBcc: c@d.do', cuerpo: '<script>' });
  const mail = sent.body.correos[0]!.id;
  await server.until(async () => (await correosOf(id)).every(({ estado }) => estado === 'guardado'));
  const { headers, parts } = readMessage(fileOf(mail));
  expect(headers).not.toMatch(/^Bcc:/m);
  expect(headers).toMatch(/^Subject: Hola Bcc: c@d\.do\r?$/m);
  expect(parts.map(({ bytes }) => bytes.toString()).join('')).toContain('&lt;script&gt;');
});

test('the company’s template is filled from the document, and an unknown mark is refused', {
  tags: ['SI9-9'],
}, async () => {
  const bad = { asunto: '{numero}', cuerpo: 'x' };
  expect((await server.call(correo.guardarPlantilla, { body: bad }, server.key)).problem.code).toBe('correo/plantilla');
  const body = { asunto: 'Su {tipo}', cuerpo: '{eNCF} por {total} de {empresa}' };
  const tried = await server.call(correo.probarPlantilla, { body }, server.key);
  expect(tried.body.asunto).toBe('Su Factura de Crédito Fiscal Electrónica');
  expect((await server.call(correo.guardarPlantilla, { body }, server.key)).status).toBe(204);
  const { id, eNCF } = await issue();
  const seen = await server.call(correo.verCorreos, { params: { id } }, server.key);
  expect(seen.body.cuerpo).toMatch(new RegExp(`^${eNCF} por [\\d,]+\\.\\d\\d de `));
  expect((await server.call(correo.verPlantilla, {}, server.key)).body).toMatchObject({ ...body, entrega: 'carpeta' });
});

test('a buyer’s name with an address in it is not in the text of a message', async () => {
  const body = { asunto: 'Para {comprador}', cuerpo: 'Estimado {comprador}: {eNCF}' };
  expect((await server.call(correo.guardarPlantilla, { body }, server.key)).status).toBe(204);
  const subjectFor = async (RazonSocialComprador: string) => {
    const sale = saleOf({ comprador: { ...buyer, RazonSocialComprador } });
    const { id } = (await server.call(emision.enviarFactura, { body: sale }, server.key)).body;
    return (await server.call(correo.verCorreos, { params: { id } }, server.key)).body.asunto;
  };
  expect(await subjectFor('Colmado La Fe S.R.L.')).toBe('Para Colmado La Fe S.R.L.');
  for (const name of ['Su cuenta fue suspendida: http://malo.example', 'Entre en malo.example', 'ana@malo.example'])
    expect(await subjectFor(name)).toBe('Para cliente');
});

test('an integration key writes its own text only to the buyer and to addresses that people of the company used', async () => {
  const { body: made } = await server.call(configuracion.generarApiKey, { body: {} }, server.key);
  const by = (key: string, id: string, para: string[], text: { asunto?: string; cuerpo?: string } = {}) =>
    server.call(correo.enviarPorCorreo, { params: { id }, body: { para, ...text } }, key);
  const sale = saleOf({ comprador: { ...buyer, CorreoComprador: 'comprador@compra.example' } });
  const { id } = (await server.call(emision.enviarFactura, { body: sale }, server.key)).body;
  const own = [{ asunto: 'Su cuenta fue suspendida' }, { cuerpo: 'Entre en http://malo.example' }];
  const answers = async (para: string[]) =>
    Promise.all(own.map(async (text) => (await by(made.apiKey, id, para, text)).problem?.code ?? 'sent'));
  const refused = ['correo/texto-propio', 'correo/texto-propio'];
  expect(await answers(['nadie@otra.example'])).toEqual(refused);
  expect(await answers(['comprador@compra.example', 'nadie@otra.example'])).toEqual(refused);
  expect(await answers(['Comprador@Compra.example'])).toEqual(['sent', 'sent']);
  // Sending with a key does not make an address known.
  expect((await by(made.apiKey, id, ['nadie@otra.example'])).status).toBe(202);
  expect(await answers(['nadie@otra.example'])).toEqual(refused);
  expect((await by(server.key, id, ['nadie@otra.example'], own[0])).status).toBe(202);
  expect(await answers(['NADIE@otra.example'])).toEqual(['sent', 'sent']);
});
