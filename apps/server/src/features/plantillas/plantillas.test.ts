import { emision } from '@timbre/contract';
import { validate } from '@timbre/ecf';
import { rncCheckDigitHolds, tiposECF } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { withIssuing } from '../../main/testing/issuing.ts';
import { sampleOf } from './service.ts';

const server = withIssuing();

const read = async (archivo: string) => {
  const url = `/api/plantillas/${archivo}`;
  const { statusCode, rawPayload, headers } = await server.app.http.fastify.inject({ url });
  return { status: statusCode, bytes: rawPayload, name: String(headers['content-disposition']) };
};

describe.each(tiposECF)('the template of the type %s', (tipo) => {
  test('the template has no faults, and its companies have valid check digits', { tags: ['SR9-14'] }, () => {
    const now = Date.now();
    const tree = sampleOf(tipo, now);
    expect(validate('ECF', tree, { now })).toEqual([]);
    const { Emisor, Comprador } = tree.Encabezado;
    for (const rnc of [Emisor.RNCEmisor, Comprador?.RNCComprador ?? Emisor.RNCEmisor])
      expect([rnc, rncCheckDigitHolds(rnc)]).toEqual([rnc, true]);
  });

  test('the template as JSON is a program’s request: its rehearsal has no fault but the missing invoice of a note', async () => {
    const { bytes } = await read(`ecf-${tipo}.json`);
    const answer = await server.call(
      emision.enviarFactura,
      { body: JSON.parse(bytes.toString()), query: { ensayo: true } },
      server.key,
    );
    if (tipo === '33' || tipo === '34') expect(answer.problem.code).toMatch(/^documento\/|^referencia\/|^ecf\//);
    else expect([answer.status, answer.body.estado]).toEqual([200, 'aceptado']);
  });

  test('the template as XML has the values of the sample, and as a workbook its columns', async () => {
    const xml = await read(`ecf-${tipo}.xml`);
    expect([xml.status, xml.bytes.toString()]).toEqual([200, expect.stringContaining(`<TipoeCF>${tipo}</TipoeCF>`)]);
    const book = await read(`ecf-${tipo}.xlsx`);
    expect([book.bytes.subarray(0, 2).toString(), book.name]).toEqual([
      'PK',
      expect.stringContaining(`ecf-${tipo}.xlsx`),
    ]);
  });
});

test('the rates 18, 16 and 0 are in the first template', { tags: ['SR9-14'] }, () => {
  const { Totales } = sampleOf('31', Date.now()).Encabezado;
  expect(Totales).toMatchObject({ ITBIS1: '18', ITBIS2: '16', ITBIS3: '0' });
});

test('the reference links to each template; there is no other', async () => {
  const page = await server.app.http.fastify.inject({ url: '/api/docs' });
  const links = [...page.body.matchAll(/href="\/api\/plantillas\/(ecf-\d\d\.\w+)"/g)].map(([, file]) => file!);
  expect(links).toHaveLength(30);
  for (const file of links) expect([file, (await read(file)).status]).toEqual([file, 200]);
  expect((await read('ecf-99.xml')).status).toBe(400);
});
