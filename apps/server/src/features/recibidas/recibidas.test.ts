import { recibidas } from '@timbre/contract';
import { formatFechaHora } from '@timbre/values';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { filesOf } from '../../domain/received/list-repo.ts';
import { receivedTopic } from '../../domain/received/topic.ts';
import { leaf, makePeer, type Peer } from '../../main/testing/peer.ts';
import { makePerson } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { ecfXml, xmlForm } from '../../main/testing/xml.ts';

const server = withServer();
let company: Stranger;
let peer: Peer;

beforeAll(async () => {
  // The certificates of the tests are valid from now on.
  server.clock.advance(Date.now() + 60_000 - server.clock.now().getTime());
  company = await stranger(server, { ...bare, certificado: true });
  peer = makePeer(server);
});

let numbers = 0;
interface Sale {
  readonly rnc?: string;
  readonly monto?: string;
  readonly nombre?: string;
  readonly tipo?: '31' | '32';
}

/** An unsigned e-CF for the company. */
const sale = ({ rnc = '131880600', monto = '100.00', nombre = 'Acme SRL', tipo = '31' }: Sale = {}) =>
  ecfXml({
    rnc,
    monto,
    eNCF: `E${tipo}${String(++numbers).padStart(10, '0')}`,
    fechaFirma: formatFechaHora(server.clock.now().getTime()),
  })
    .replace(/(<RNCComprador>)\d+/, `$1${company.rnc}`)
    .replace(/(<RazonSocialEmisor>)[^<]+/, `$1${nombre}`);

const list = async (query: Record<string, unknown> = {}) =>
  server.call(recibidas.listarRecibidas, { query } as object, company.sesion);
const encfs = async (query: Record<string, unknown> = {}) => (await list(query)).body.data.map(({ encF }) => encF);
const upload = (xml: string | Buffer, key = company.sesion) =>
  server.call(recibidas.subirRecibida, { form: xmlForm(xml) }, key);
const dgiiSays = (id: string, estado: string) =>
  server.ctx.db.tenant(company.id, (tx) =>
    sql`update recibido set estado_dgii = ${estado} where id = ${id}`.execute(tx),
  );

describe('the list', () => {
  let all: string[];
  beforeAll(async () => {
    const sales: Sale[] = [
      { nombre: 'Ferretería Peña SRL', monto: '50.00' },
      { rnc: '101000015', monto: '900.00' },
      { tipo: '32', monto: '300.00', nombre: 'Colmado Uno' },
    ];
    const xmls = sales.map(sale);
    for (const xml of xmls) await peer.send(await peer.sign(xml));
    all = xmls.map((xml) => leaf(xml, 'eNCF')!);
  });

  test('the list has the received documents, the newest first, with an accountant’s data', async () => {
    const { body } = await list();
    expect(body).toMatchObject({ totalItems: 3, hayMas: false });
    expect(body.data.map(({ encF }) => encF)).toEqual([...all].reverse());
    expect(body.data[2]).toMatchObject({
      razonSocialEmisor: 'Ferretería Peña SRL',
      rncComprador: company.rnc,
      montoTotal: '50.00',
      via: 'servicio',
      tieneAcuse: true,
      estadoDGII: null,
      respuesta: null,
    });
    const url = new URL(body.data[2]!.urlQR);
    expect([url.searchParams.get('RncEmisor'), url.searchParams.get('MontoTotal')]).toEqual(['131880600', '50.00']);
  });

  test('the list is narrowed by each filter', { tags: ['SI2.2-1'] }, async () => {
    const [first, second, third] = all;
    expect(await encfs({ emisor: 'pena' })).toEqual([first]);
    expect(await encfs({ emisor: '101-00001' })).toEqual([second]);
    expect(await encfs({ buscar: third!.slice(3) })).toEqual([third]);
    expect(await encfs({ encf: first })).toEqual([first]);
    expect(await encfs({ tipoDocumento: '32' })).toEqual([third]);
    expect(await encfs({ montoMinimo: '300' })).toEqual([third, second]);
    expect(await encfs({ fechaHasta: '2020-01-01' })).toEqual([]);
    expect(await encfs({ respuesta: 'aceptada' })).toEqual([]);
    expect(await encfs({ rncComprador: company.rnc })).toHaveLength(3);
  });

  test('the list is read page by page in every order', { tags: ['SI2.2-1'] }, async () => {
    for (const orden of recibidas.ordenes) {
      const whole = await encfs({ orden });
      const paged: string[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const { body, headers } = await list({ orden, pageSize: 2, ...(cursor && { cursor }) });
        paged.push(...body.data.map(({ encF }) => encF));
        cursor = headers['x-siguiente'];
        more = cursor !== undefined;
      }
      expect([orden, paged]).toEqual([orden, whole]);
    }
    expect((await list({ orden: 'monto' })).body.data.map(({ montoTotal }) => montoTotal)).toEqual([
      '50.00',
      '300.00',
      '900.00',
    ]);
  });

  test('the list is read by the number of the page, as far as there are documents', { tags: ['SI7-12'] }, async () => {
    for (const orden of recibidas.ordenes) {
      const whole = await encfs({ orden });
      expect([orden, await encfs({ orden, pageSize: 2, page: 1 })]).toEqual([orden, whole.slice(0, 2)]);
      expect([orden, await encfs({ orden, pageSize: 2, page: 2 })]).toEqual([orden, whole.slice(2)]);
      expect([orden, await encfs({ orden, pageSize: 2, page: 3 })]).toEqual([orden, []]);
      const { headers } = await list({ orden, pageSize: 1, page: 2 });
      expect([orden, await encfs({ orden, cursor: headers['x-siguiente'] })]).toEqual([orden, whole.slice(2)]);
      expect((await list({ orden, page: 2, cursor: headers['x-siguiente'] })).problem.code).toBe('peticion/invalida');
    }
    expect((await list({ page: 101 })).problem.code).toBe('peticion/invalida');
  });

  test('the list has the XML and the acknowledgement of each document, unless they are not wanted', {
    tags: ['SI7-12'],
  }, async () => {
    const [newest] = (await list({ pageSize: 1 })).body.data;
    const params = { id: newest!.id };
    const file = async (route: typeof recibidas.xmlRecibida | typeof recibidas.acuseRecibida) =>
      (await server.call(route, { params }, company.sesion)).text;
    expect(newest).toMatchObject({
      xml: await file(recibidas.xmlRecibida),
      acuse: await file(recibidas.acuseRecibida),
    });
    const [light] = (await list({ pageSize: 1, sinXml: true })).body.data;
    expect(Object.keys(light!)).not.toContain('xml');
  });

  test('the XML of a page ends at a limit, and the acknowledgements go on', async () => {
    const { data } = (await list()).body;
    const [first, second] = data.map(({ id }) => id);
    const most = Buffer.byteLength(data[0]!.xml!);
    const files = await server.ctx.db.tenant(company.id, (tx) => filesOf(tx, company.id, [first!, second!], most));
    expect(files.get(first!)).toEqual({ xml: data[0]!.xml, acuse: data[0]!.acuse });
    expect(files.get(second!)).toEqual({ xml: null, acuse: data[1]!.acuse });
  });

  test('the list takes the key of the address where no header has one', { tags: ['SI7-12'] }, async () => {
    const ask = (query: string, headers = {}) =>
      server.app.http.fastify.inject({ method: 'GET', url: `/facturas/recibidas?${query}`, headers });
    const asked = await ask(`apiKey=${company.sesion}&page=1&pageSize=10&rncComprador=${company.rnc}`);
    expect([asked.statusCode, asked.json().totalItems]).toEqual([200, 3]);
    expect((await ask('apiKey=nadie')).json().code).toBe('clave/desconocida');
    expect((await ask(`apiKey=${company.sesion}`, { 'x-api-key': 'nadie' })).json().code).toBe('clave/desconocida');
    expect((await ask(`apiKey=${company.sesion}&userId=otro`)).json().code).toBe('acceso/denegado');
    const others = await server.app.http.fastify.inject({ method: 'GET', url: `/api/sesion?apiKey=${company.sesion}` });
    expect(others.statusCode).not.toBe(200);
  });

  test('the list is refused to a key of nobody, and to a cursor of another order', async () => {
    const { headers } = await list({ orden: 'monto', pageSize: 1 });
    expect((await list({ orden: 'emision', cursor: headers['x-siguiente'] })).problem.code).toBe('peticion/invalida');
  });
});

describe('a file of the company', () => {
  test('a file of the company is stored as it is, once, without an acknowledgement until its issuer sends it', {
    tags: ['SI2.2-1', 'SI8-2'],
  }, async () => {
    const signed = await peer.sign(sale());
    const { body } = await upload(signed);
    expect(body).toMatchObject({ resultado: 'nueva', encF: leaf(signed, 'eNCF') });
    expect((await upload(signed)).body).toMatchObject({ resultado: 'repetida', id: body.id });
    const params = { id: body.id! };
    expect((await server.call(recibidas.xmlRecibida, { params }, company.sesion)).text).toBe(signed);
    expect((await server.call(recibidas.acuseRecibida, { params }, company.sesion)).problem.title).toBe(
      'No hay acuse disponible para esta factura.',
    );
    const answered = await peer.send(signed);
    expect(leaf(answered.text, 'Estado')).toBe('0');
    expect((await server.call(recibidas.acuseRecibida, { params }, company.sesion)).text).toBe(answered.text);
  });

  test('a file of the company is judged by the certificate at its signing, and refused with its reason', async () => {
    const expired = makePeer(server, makeCertificate({ days: -1 }));
    const { body } = await upload(await expired.sign(sale()));
    expect(body).toMatchObject({ resultado: 'rechazada', id: null });
    const altered = (await peer.sign(sale())).replaceAll('100.00', '900.00');
    expect((await upload(altered)).body).toMatchObject({
      resultado: 'rechazada',
      detalle: 'El documento fue alterado después de firmarse',
    });
    expect((await upload('texto')).problem.code).toBe('xml/invalido');
    const { body: refused } = await server.call(recibidas.listarNoRecibidas, {}, company.sesion);
    expect(refused[0]).toMatchObject({ codigoMotivo: 2, motivo: 'Error de firma digital', via: 'archivo', veces: 1 });
  });
});

test('stored files and answers are notified to the open screens', async () => {
  let notices = 0;
  const stop = server.ctx.signals.on(receivedTopic(company.id), () => {
    notices += 1;
  });
  const { body } = await upload(await peer.sign(sale()));
  await expect.poll(() => notices).toBe(1);
  await dgiiSays(body.id!, 'aceptado');
  await server.call(
    recibidas.responderRecibida,
    { params: { id: body.id! }, body: { estado: 'aceptada' } },
    company.sesion,
  );
  await expect.poll(() => notices).toBe(2);
  stop();
});

test('the detail has the data of its XML, and a PDF', { tags: ['SI2.2-1', 'SI3-2'] }, async () => {
  const priced = sale()
    .replace('<TipoIngresos>', '<IndicadorMontoGravado>1</IndicadorMontoGravado><TipoIngresos>')
    .replace('<IndicadorFacturacion>4', '<IndicadorFacturacion>1')
    .replace(
      /<Totales>.*<\/Totales>/,
      '<Totales><MontoGravadoTotal>84.75</MontoGravadoTotal><MontoGravadoI1>84.75</MontoGravadoI1><ITBIS1>18</ITBIS1><TotalITBIS>15.25</TotalITBIS><TotalITBIS1>15.25</TotalITBIS1><MontoTotal>100.00</MontoTotal></Totales>',
    );
  const { body } = await upload(await peer.sign(priced));
  const params = { id: body.id! };
  const { body: seen } = await server.call(recibidas.verRecibida, { params }, company.sesion);
  expect(seen).toMatchObject({ totalITBIS: '15.25', respuestas: [] });
  expect(seen.xmlData).toMatchObject({
    tipoDocumento: '31',
    tipoPago: '1',
    emisor: { razonSocial: 'Acme SRL' },
    totales: { montoExento: '0.00', montoGravado: '84.75', itbis: '15.25', montoTotal: '100.00', valorPagar: '100.00' },
    items: [
      {
        numeroLinea: '1',
        precioUnitario: '84.7458',
        precioUnitarioOriginal: '100.00',
        tasaITBIS: '18',
        itbisItem: '15.25',
        montoGravable: '84.75',
        montoItem: '100.00',
      },
    ],
  });
  const pdf = await server.call(recibidas.pdfRecibida, { params }, company.sesion);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.text.slice(0, 5)).toBe('%PDF-');
});

describe('the commercial answer', () => {
  const answer = (id: string, body: { estado: 'aceptada' | 'rechazada'; motivo?: string }, key = company.sesion) =>
    server.call(recibidas.responderRecibida, { params: { id }, body }, key);
  const receivedId = async (tipo?: '32') => (await upload(await peer.sign(sale(tipo && { tipo })))).body.id!;

  test('the answer waits for the DGII to have accepted the e-CF', async () => {
    const id = await receivedId();
    for (const estado of ['no_encontrado', 'en_proceso', 'rechazado']) {
      await dgiiSays(id, estado);
      expect((await answer(id, { estado: 'aceptada' })).problem.code).toBe('recibida/sin-verificar');
    }
    await dgiiSays(id, 'aceptado_condicional');
    expect((await answer(id, { estado: 'aceptada' })).status).toBe(202);
  });

  test('what the DGII rejected, or takes no answer, is not listed as to be answered', async () => {
    const [rejected, consumer, open] = [await receivedId(), await receivedId('32'), await receivedId()];
    await dgiiSays(rejected, 'rechazado');
    const query = { respuesta: 'pendiente', limite: 50 } as const;
    const { body } = await server.call(recibidas.listarRecibidas, { query }, company.sesion);
    const listed = body.data.map(({ id }) => id);
    expect([rejected, consumer, open].map((id) => listed.includes(id))).toEqual([false, false, true]);
    const { body: seen } = await server.call(recibidas.verRecibida, { params: { id: rejected } }, company.sesion);
    expect(seen.responderAntesDe).toBeNull();
  });

  test('the answer is signed, once, and waits for its two destinations', async () => {
    const id = await receivedId();
    await dgiiSays(id, 'aceptado');
    const both = await Promise.all([
      answer(id, { estado: 'rechazada', motivo: 'Precio & cantidad' }),
      answer(id, { estado: 'aceptada' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    const { body } = await server.call(recibidas.verRecibida, { params: { id } }, company.sesion);
    expect(body.responderAntesDe).toBeNull();
    expect(body.respuestas).toHaveLength(1);
    expect(body.respuestas[0]!.envios.map(({ destino, estado }) => [destino, estado])).toEqual([
      ['dgii', 'pendiente'],
      ['emisor', 'pendiente'],
    ]);
    expect((await answer(id, { estado: 'aceptada' })).problem.code).toBe('recibida/respondida');
  });

  test('the reason of an answer is signed in plain text, and stored so', { tags: ['P3.10'] }, async () => {
    const id = await receivedId();
    await dgiiSays(id, 'aceptado');
    await answer(id, { estado: 'rechazada', motivo: 'Precio\r\ndistinto, sin acuerdo\u0301' });
    const plain = 'Precio\ndistinto, sin acuerdó';
    const { body } = await server.call(recibidas.verRecibida, { params: { id } }, company.sesion);
    expect(body.respuestas[0]!.motivo).toBe(plain);
    const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
      sql<{ xml: string }>`select xml from aprobacion_emitida where recibido_id = ${id}`.execute(tx),
    );
    expect(rows[0]!.xml).toContain(`<DetalleMotivoRechazo>${plain}<`);
  });

  test('a rejection has a reason and an acceptance none; a consumer invoice takes no answer', async () => {
    const id = await receivedId();
    await dgiiSays(id, 'aceptado');
    expect((await answer(id, { estado: 'rechazada' })).problem.code).toBe('recibida/motivo');
    expect((await answer(id, { estado: 'aceptada', motivo: 'x' })).problem.code).toBe('recibida/motivo');
    expect((await answer(await receivedId('32'), { estado: 'aceptada' })).problem.code).toBe('recibida/sin-respuesta');
  });

  test('a read-only person cannot answer; an answer is due before the 606', async () => {
    const id = await receivedId();
    const reader = await makePerson(server, company, 'consulta');
    expect((await answer(id, { estado: 'aceptada' }, reader)).problem.code).toBe('acceso/denegado');
    const { body } = await server.call(recibidas.verRecibida, { params: { id } }, reader);
    expect(body.responderAntesDe).toMatch(/^\d{4}-\d\d-15$/);
    expect(body.responderAntesDe! > server.ctx.clock.now().toISOString()).toBe(true);
  });
});
