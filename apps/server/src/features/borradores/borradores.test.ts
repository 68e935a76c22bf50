import { execFileSync } from 'node:child_process';
import { borradores } from '@timbre/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { makePerson } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, datosDeStranger, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../../platform/db/id.ts';

const { limitesDeBorradores } = borradores;
const server = withServer();
let company: Stranger;

beforeAll(async () => {
  company = await stranger(server, bare);
});

const documento = { Encabezado: { IdDoc: { TipoeCF: '31' } }, DetallesItems: { Item: [{ NombreItem: 'Varilla' }] } };
const draft = (version = 0, more: object = {}) => ({
  version,
  tipo: '31' as const,
  comprador: 'Constructora Inventada SRL',
  monto: '1180.00',
  documento,
  ...more,
});
const put = (id: string, body: ReturnType<typeof draft>, key = company.sesion) =>
  server.call(borradores.guardarBorrador, { params: { id }, body }, key);
const list = async (key = company.sesion) => (await server.call(borradores.listarBorradores, {}, key)).body;
const see = (id: string, key = company.sesion) => server.call(borradores.verBorrador, { params: { id } }, key);
const remove = (id: string, key = company.sesion) => server.call(borradores.eliminarBorrador, { params: { id } }, key);
const fresh = () => newId(new Date());

test('a draft is stored as it was written, for everybody who issues in the company', async () => {
  const id = fresh();
  const { body } = await put(id, draft());
  expect(body).toMatchObject({ id, version: 1, tipo: '31', monto: '1180.00', comprador: 'Constructora Inventada SRL' });
  const colleague = await makePerson(server, company, 'facturador');
  expect((await see(id, colleague)).body).toEqual({ ...body, documento });
  expect((await list(colleague)).map((one) => one.id)).toContain(id);
});

test('of two windows that change the same version, the second is refused and changes nothing', async () => {
  const id = fresh();
  await put(id, draft());
  const changes = await Promise.all([put(id, draft(1, { monto: '2.00' })), put(id, draft(1, { monto: '3.00' }))]);
  expect(changes.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = changes.find(({ status }) => status === 200)!.body;
  expect((await see(id)).body).toMatchObject({ version: 2, monto: won.monto });
  expect((await put(id, draft())).problem.code).toBe('borrador/cambiado');
});

test('a save that is sent again because its answer was lost gets its answer and changes nothing', async () => {
  const id = fresh();
  const first = await put(id, draft());
  expect((await put(id, draft())).body).toEqual(first.body);
  const second = await put(id, draft(1, { monto: '3.00' }));
  expect((await put(id, draft(1, { monto: '3.00' }))).body).toEqual(second.body);
  const another = { ...draft(1, { monto: '3.00' }), documento: { Encabezado: {} } };
  for (const body of [draft(), draft(1, { monto: '4.00' }), draft(1, { tipo: '32' as '31', monto: '3.00' }), another])
    expect((await put(id, body as never)).problem.code).toBe('borrador/cambiado');
  expect((await see(id)).body).toMatchObject(second.body);
});

test('a deleted draft is not found, and a change does not bring it back', async () => {
  const id = fresh();
  await put(id, draft());
  expect((await remove(id)).status).toBe(204);
  for (const answer of [await see(id), await put(id, draft(1)), await remove(id)])
    expect(answer.problem.code).toBe('recurso/no-encontrado');
});

test('drafts are listed by their last change, without their documents', async () => {
  const other = await stranger(server, bare);
  const ids = [fresh(), fresh()];
  for (const id of ids) {
    await put(id, draft(), other.sesion);
    server.clock.advance(1_000);
  }
  await put(ids[0]!, draft(1), other.sesion);
  const listed = await list(other.sesion);
  expect(listed.map(({ id }) => id)).toEqual(ids);
  expect(listed[0]).not.toHaveProperty('documento');
});

test('the number and the size of drafts are limited', async () => {
  const other = await stranger(server, bare);
  const rows = Array.from({ length: limitesDeBorradores.cantidad }, () => ({
    ...{ empresa_id: other.id, id: fresh(), version: 1, tipo: 31, comprador: '', monto: '0.00', documento: '{}' },
    ...{ por: 'Ana', modificado: new Date() },
  }));
  await server.ctx.db.tenant(other.id, (tx) => tx.insertInto('borrador').values(rows).execute());
  expect((await put(fresh(), draft(), other.sesion)).problem.code).toBe('borrador/demasiados');
  expect((await put(rows[0]!.id, draft(1), other.sesion)).status).toBe(200);
  const large = draft(1, { documento: { nota: 'x'.repeat(limitesDeBorradores.bytes) } });
  expect((await put(rows[0]!.id, large, other.sesion)).problem.code).toBe('peticion/muy-grande');
});

test('a read-only person has no drafts', async () => {
  const reader = await makePerson(server, company, 'contador');
  expect((await server.call(borradores.listarBorradores, {}, reader)).problem.code).toBe('acceso/denegado');
  expect((await server.call(borradores.listarBorradores, {}, company.clave)).problem.code).toBe('acceso/denegado');
});

describe('a document before it is issued', () => {
  const emisor = { DireccionEmisor: 'Calle Inventada 1' };
  const show = (body: object, key = company.sesion) =>
    server.call(borradores.previsualizar, { body: body as Record<string, unknown>, query: {} }, key);

  test('the preview of a document has its pages and the XML without number, stamp and signature; nothing is stored', async () => {
    const { status, body } = await show(saleOf({ precio: '1000.00', emisor }));
    expect(status).toBe(200);
    const shown = body.pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join('\n');
    for (const words of [
      'Se asigna al emitir',
      'Cemento gris',
      'Vista previa: sin emitir, sin validez fiscal.',
      '1,180.00',
    ])
      expect(shown).toContain(words);
    expect(body).toMatchObject({ count: 1, logo: null });
    expect(body).not.toHaveProperty('qr');
    expect(body.xml).toContain('<MontoTotal>1180.00</MontoTotal>');
    for (const absent of ['eNCF', 'FechaHoraFirma', 'Signature']) expect(body.xml).not.toContain(absent);
    const stored = await server.ctx.db.tenant(company.id, (tx) => tx.selectFrom('documento').select('id').execute());
    expect(stored).toEqual([]);
  });

  test('the preview of a document is refused with the faults of an issue', async () => {
    const { problem } = await show({ ...saleOf({ emisor }), DetallesItems: { Item: [] } });
    expect(problem.code).toBe('ecf/invalido');
    expect(problem.errores?.length).toBeGreaterThan(0);
  });

  /** A company that the DGII authorised to defer. */
  let deferring: Stranger;
  beforeAll(async () => {
    const datos = { ...datosDeStranger, envioDiferido: true, sitioWeb: 'www.ejemplo.do' };
    deferring = await stranger(server, { ...bare, datos });
  });
  const sale = saleOf({ precio: '1000.00', emisor });
  const printAs = (query: Record<string, string>, body: object = sale, { sesion } = company) =>
    server.app.http.fastify.inject({
      method: 'POST',
      url: '/api/borradores/sin-ecf',
      query,
      headers: { authorization: `Bearer ${sesion}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const textOf = (pdf: Buffer) => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });

  test('a document is printed with an NCF of series B, or deferred, while no e-CF can be generated; nothing is stored', async () => {
    const paper = await printAs({ modelo: 'serie-b', ncf: 'B0100000007', vence: '2027-12-31' });
    expect(paper.headers['content-disposition']).toContain('B0100000007.pdf');
    const text = textOf(paper.rawPayload);
    for (const words of ['Factura de Crédito Fiscal', 'B0100000007', '31-12-2027', 'Cemento gris', '1,180.00'])
      expect(text).toContain(words);
    expect(text).not.toMatch(/Electrónica|Código de Seguridad/);
    const deferred = textOf((await printAs({ modelo: 'diferido', forma: 'ticket' }, sale, deferring)).rawPayload);
    expect(deferred).toContain('Documento no válido para fines fiscales');
    const stored = await server.ctx.db.tenant(company.id, (tx) => tx.selectFrom('documento').select('id').execute());
    expect(stored).toEqual([]);
  });

  test('a deferred print names the page where the buyer consults the e-CF: the given one, else the web site', async () => {
    const squeezed = (pdf: Buffer) => textOf(pdf).replace(/\s/g, '');
    const enlace = 'https://ejemplo.do/mis-facturas';
    const given = await printAs({ modelo: 'diferido', enlace }, sale, deferring);
    expect(squeezed(given.rawPayload)).toContain(`consultadoen${enlace},apartirdelas`);
    const own = await printAs({ modelo: 'diferido' }, sale, deferring);
    expect(squeezed(own.rawPayload)).toContain('consultadoenwww.ejemplo.do,apartirdelas');
    const { sesion } = await stranger(server, { ...bare, datos: { ...datosDeStranger, envioDiferido: true } });
    const none = (await printAs({ modelo: 'diferido' }, sale, { ...deferring, sesion })).json();
    expect(none).toMatchObject({ code: 'peticion/invalida', detail: expect.stringContaining('Falta enlace') });
  });

  test('a deferred print is refused to a company that may not defer, and for a type without deferral', async () => {
    const refused = (await printAs({ modelo: 'diferido' })).json();
    expect(refused).toMatchObject({ code: 'peticion/invalida', detail: expect.stringContaining('la DGII autorizó') });
    const noIncome = { TipoIngresos: undefined, TipoPago: undefined };
    const expense = saleOf({ tipo: '43', comprador: null, idDoc: noIncome, item: { IndicadorFacturacion: '4' } });
    const other = (await printAs({ modelo: 'diferido' }, expense, deferring)).json();
    expect(other).toMatchObject({ code: 'peticion/invalida', detail: expect.stringContaining('tipo 43') });
  });

  test('a print of series B has an expiry where its type has one, not before the document, and a number above zero', async () => {
    const detailOf = async (query: Record<string, string>, body: object = sale) =>
      (await printAs({ modelo: 'serie-b', ...query }, body)).json().detail as string;
    expect(await detailOf({ ncf: 'B0100000007' })).toContain('Falta vence');
    expect(await detailOf({ ncf: 'B0100000007', vence: '2020-12-31' })).toContain('venció el 31-12-2020');
    expect((await printAs({ modelo: 'serie-b', ncf: 'B0100000000', vence: '2027-12-31' })).statusCode).toBe(400);
    const consumer = saleOf({ tipo: '32', comprador: null, emisor });
    expect((await printAs({ modelo: 'serie-b', ncf: 'B0200000007' }, consumer)).statusCode).toBe(200);
  });

  test('a print of series B is refused without its NCF, and with one of another type', async () => {
    const missing = (await printAs({ modelo: 'serie-b' })).json();
    expect(missing).toMatchObject({
      code: 'peticion/invalida',
      detail: 'Falta ncf: el número de la serie B que entrega',
    });
    const other = (await printAs({ modelo: 'serie-b', ncf: 'B0200000007' })).json();
    expect(other).toMatchObject({ code: 'peticion/invalida', detail: expect.stringContaining('empiece por B01') });
  });
});
