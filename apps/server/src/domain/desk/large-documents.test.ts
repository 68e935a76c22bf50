import { hash, randomUUID } from 'node:crypto';
import { autoridad, documentos, emision, importacion } from '@timbre/contract';
import { computeTotals, type ECF, splitECF, writeDocument } from '@timbre/ecf';
import type { RouteSpec } from '@timbre/route';
import { formatFecha } from '@timbre/values';
import { startChild } from '@timbre/worker';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { bookOf, importBook, wholeImport } from '../../main/testing/whole-import.ts';
import { ecfXml, justNow, rfceXml, signedElsewhere, withLines, xmlForm } from '../../main/testing/xml.ts';
import { createChildren } from '../../platform/threads/children.ts';
import { childEntry } from './children.ts';
import { createDesk, type Desk } from './desk.ts';
import { largeSale, lines, wordsOf } from './testing/large.ts';

// Every call that receives or returns a large document: the work runs in a child of the desk, with the same result as
// in the main thread.

let done: { readonly name: string; readonly where: 'here' | 'child' }[] = [];
let dying = false;
const onDone = (name: string, where: 'here' | 'child') => done.push({ name, where });
const children = createChildren({
  start() {
    const child = startChild(childEntry, { heapMb: 320, dataMb: 440, messageMb: 32 });
    return {
      ...child,
      post(message) {
        child.post(message);
        if (dying) child.kill();
      },
    };
  },
});
const apart = createDesk({ onDone, children });
const inline = createDesk({ onDone, smallUpTo: Number.POSITIVE_INFINITY });
const full = createDesk({ mayWait: 0 });
let desk = apart;
/** Delegates to the desk that is selected at the moment. */
const switched = new Proxy(apart, {
  get: (_, name) => (name === 'close' ? apart.close : desk[name as keyof Desk]),
});
const server = withIssuing('testecf', { desk: switched });

beforeEach(() => {
  done = [];
  desk = apart;
});

/** Runs a function with the work done in the main thread. */
async function inMain<T>(work: () => Promise<T>): Promise<T> {
  desk = inline;
  try {
    return await work();
  } finally {
    desk = apart;
  }
}

/** Checks that the work since the last check ran in children of the desk, as these tasks. */
function demandApart(...names: string[]): void {
  expect(done.filter(({ where }) => where === 'here')).toEqual([]);
  for (const name of names) expect(done.map((one) => one.name)).toContain(name);
  done = [];
}

let last = 3_000;
const unused = (tipo: string): string => {
  last += 10;
  return `E${tipo}${String(last).padStart(10, '0')}`;
};
const largeXml = (eNCF: string, more = {}) =>
  withLines(ecfXml({ rnc: server.rnc, eNCF, fechaFirma: justNow(), ...more }), lines);
const faultyXml = (eNCF: string) => largeXml(eNCF).replaceAll('<MontoItem>1.00', '<MontoItem>uno');

const sign = (xml: string, fields = {}) =>
  server.call(emision.signXmlFromDb, { form: xmlForm(xml, fields, 'XmlFile') }, server.key);
const receive = (xml: string) =>
  server.call(autoridad.recepcion, { form: xmlForm(xml), headers: { prefer: 'wait=10' } }, server.key);
const summarise = (xml: string) =>
  server.call(emision.enviarYConsultarRfce, { form: xmlForm(xml, {}, 'XmlFile') }, server.key);
const issue = (body: object, key?: string, path = '') =>
  raw(emision.enviarFactura, path, JSON.stringify(body), key === undefined ? {} : { 'idempotency-key': key });

/** Makes a call with a raw body. */
async function raw(route: RouteSpec, id: string, payload: string, headers: Record<string, string> = {}) {
  const answer = await server.app.http.fastify.inject({
    method: route.method,
    url: route.path.includes(':id') ? route.path.replace(':id', id) : route.path + id,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.key}`, ...headers },
    payload,
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

const rowsOf = async (eNCF: string) => {
  const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
    sql<{ id: string; xml: string; estado: string; codigo: string }>`
      select id, xml, estado, codigo_seguridad as codigo from documento where encf = ${eNCF} order by es_rfce`.execute(
      tx,
    ),
  );
  return rows;
};

describe('a large document', () => {
  test('a large document is signed and stored once; signed again, it is returned as it is, wherever it is read', async () => {
    const eNCF = unused('31');
    const xml = largeXml(eNCF);
    const { body, problem } = await sign(xml);
    expect(problem).toBeUndefined();
    demandApart('readToSign', 'jsonOf');
    expect(await rowsOf(eNCF)).toMatchObject([{ xml: body.signedXml, estado: 'firmado' }]);
    expect((await sign(xml)).body.signedXml).toBe(body.signedXml);
    const anyMoment = { AddFechaHoraFirma: 'true' };
    expect((await sign(xml, anyMoment)).body.signedXml).toBe(body.signedXml);
    demandApart('readToSign', 'readStored');
    expect((await inMain(() => sign(xml, anyMoment))).body.signedXml).toBe(body.signedXml);
    done = [];
    const { status, problem: other } = await sign(largeXml(eNCF, { nombre: 'Otro' }));
    expect([status, other.code]).toEqual([409, 'ecf/duplicado']);
    demandApart('readStored');
  });

  test('a large document without a number is signed as in the main thread', async () => {
    const xml = `<Otro>${'<a>b</a>\n'.repeat(40_000)}</Otro>`;
    const { signedXml } = (await sign(xml)).body;
    demandApart('readToSign');
    expect(signedXml).toContain('<SignatureValue>');
    expect((await inMain(() => sign(xml))).body.signedXml).toBe(signedXml);
  });

  test('a large document received signed is stored byte for byte, sent and accepted', async () => {
    const eNCF = unused('31');
    const { xml } = await signedElsewhere(server, largeXml(eNCF));
    const { status, body, problem } = await receive(xml);
    expect(problem).toBeUndefined();
    expect([status, body.eNCF]).toEqual([200, eNCF]);
    demandApart('readIncoming');
    expect(await rowsOf(eNCF)).toMatchObject([{ xml }]);
    expect((await inMain(() => receive(xml))).body).toMatchObject({ id: body.id, trackId: body.trackId });
  });

  test('a large document is shown as it is stored: its tree, its stamp and its XML', async () => {
    const eNCF = unused('31');
    const { signedXml } = (await sign(largeXml(eNCF))).body;
    const [{ id } = { id: '' }] = await rowsOf(eNCF);
    const view = () => server.call(documentos.verDocumento, { params: { id } }, server.key);
    done = [];
    const { body } = await view();
    demandApart('treeOfStored');
    expect((body.json as unknown as ECF).DetallesItems.Item).toHaveLength(lines);
    expect(body.urlQR).toContain(eNCF);
    expect(body).toEqual((await inMain(view)).body);
    expect((await server.call(documentos.verXml, { params: { id } }, server.key)).text).toBe(signedXml);
  });

  test('a large document replaced before it is sent is judged and signed again', async () => {
    const eNCF = unused('31');
    await sign(largeXml(eNCF));
    const [{ id } = { id: '' }] = await rowsOf(eNCF);
    const changed = largeXml(eNCF, { nombre: 'Otro nombre' });
    const faulty = faultyXml(eNCF);
    const check = (xml: string) => server.call(documentos.validarXml, { params: { id }, body: { xml } }, server.key);
    const edit = (xml: string) => server.call(documentos.editarXml, { params: { id }, body: { xml } }, server.key);
    done = [];
    expect((await check(changed)).body.errores).toEqual([]);
    const { errores } = (await check(faulty)).body;
    expect(errores.length).toBeGreaterThan(lines - 1);
    const refused = await edit(faulty);
    demandApart('readEdited');
    expect(await inMain(async () => (await check(faulty)).body.errores)).toEqual(errores);
    expect(wordsOf((await inMain(() => edit(faulty))).problem)).toEqual(wordsOf(refused.problem));
    expect(refused.status).toBe(422);
    done = [];
    expect((await edit(changed)).status).toBe(200);
    demandApart('readEdited');
    expect((await rowsOf(eNCF))[0]?.xml).toContain('Otro nombre');
  });

  test('a large document that is sent as a summary is compared with it', async () => {
    const eNCF = unused('32');
    await sign(largeXml(eNCF));
    const invoice = (await rowsOf(eNCF))[0]!;
    const summary = (monto: string) =>
      signedElsewhere(server, rfceXml({ rnc: server.rnc, eNCF, monto, codigo: invoice.codigo }));
    done = [];
    const wrong = await summarise((await summary('299.00')).xml);
    expect(wrong.problem.errores?.map(({ campo }) => campo)).toContain('Encabezado.Totales.MontoTotal');
    const { body, problem } = await summarise((await summary(`${lines}.00`)).xml);
    expect(problem).toBeUndefined();
    expect(body.estado).toBe('aceptado');
    expect(done).toContainEqual({ name: 'readStored', where: 'child' });
    expect(done).not.toContainEqual({ name: 'readStored', where: 'here' });
  });

  test('a large document issued from JSON is numbered and signed; its key returns it, however it is written', async () => {
    const clave = randomUUID();
    const sale = largeSale();
    const first = await issue(sale, clave);
    expect(first.status).toBe(200);
    demandApart('judgeDraft');
    const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql<{ huella: string }>`select encode(huella, 'hex') as huella from idempotencia where clave = ${clave}`.execute(
        tx,
      ),
    );
    // The digest has not changed, so that idempotency keys in use are still recognised.
    expect(rows).toEqual([{ huella: hash('sha256', JSON.stringify(sale)) }]);
    const again = await issue(sale, clave);
    expect(again.body).toMatchObject({ id: first.body.id, eNCF: first.body.eNCF, qr: first.body.qr });
    demandApart('judgeDraft', 'readStored');
    const spaced = await raw(emision.enviarFactura, '', JSON.stringify(sale, null, 2), { 'idempotency-key': clave });
    expect(spaced.body.id).toBe(first.body.id);
    expect((await inMain(() => issue(sale, clave))).body.qr).toBe(first.body.qr);
    const other = await issue(largeSale({ NombreItem: 'Otro' }), clave);
    expect(other.body.code).toBe('idempotencia/distinta');
    const [row] = await rowsOf(first.body.eNCF);
    expect(row?.xml.match(/<Item>/g)).toHaveLength(lines);
  });

  test('a large document is rehearsed in a child too', async () => {
    const sale = largeSale();
    const { body } = await raw(emision.enviarFactura, '?ensayo=true', JSON.stringify(sale));
    expect(body).toMatchObject({ ensayo: true, estado: 'aceptado', mensajes: [] });
    demandApart('judgeDraft', 'rehearse');
  });

  test('many large documents at once are each issued, with the small ones among them', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => issue(largeSale())),
      ...Array.from({ length: 10 }, () => issue(saleOf({}))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.eNCF)).size).toBe(answers.length);
  });

  test('a large document stored unsigned by an edition is shown, written and signed as it was sent', async () => {
    const eNCF = unused('31');
    const tree = computeTotals({
      Encabezado: {
        Version: '1.0',
        IdDoc: { TipoeCF: '31', eNCF, FechaVencimientoSecuencia: '31-12-2028', TipoIngresos: '01', TipoPago: '1' },
        Emisor: {
          RNCEmisor: server.rnc,
          RazonSocialEmisor: 'Emisor SRL',
          DireccionEmisor: 'Calle 1',
          FechaEmision: formatFecha(Date.now()),
        },
        Comprador: { RNCComprador: '131246796', RazonSocialComprador: 'Constructora Inventada SRL' },
      },
      DetallesItems: {
        Item: [
          {
            IndicadorFacturacion: '4',
            NombreItem: 'Uno',
            IndicadorBienoServicio: '2',
            CantidadItem: '1.00',
            PrecioUnitarioItem: '9.00',
          },
        ],
      },
    }) as unknown as ECF;
    const read = await importBook(server, bookOf([tree]));
    const see = () => wholeImport(server, read.id);
    const { id } = read.documentos[0]!;
    const xml = withLines(ecfXml({ rnc: server.rnc, eNCF }), lines);
    done = [];
    const { problem } = await server.call(documentos.editarXml, { params: { id }, body: { xml } }, server.key);
    expect(problem).toBeUndefined();
    const shown = await server.call(documentos.verXml, { params: { id } }, server.key);
    expect(shown.text.replace(/^<\?.*?\?>/, '')).toBe(xml);
    demandApart('readEdited', 'xmlOfTree');
    const { json } = (await server.call(documentos.verDocumento, { params: { id } }, server.key)).body;
    expect(writeDocument('ECF', json as unknown as ECF)).toBe(xml);
    await server.call(importacion.firmarImportacion, { params: { id: read.id }, body: {} }, server.key);
    await server.until(async () => (await see()).enCurso.firmar === 0);
    demandApart('splitStored');
    const [row] = await rowsOf(eNCF);
    expect(row?.estado).toBe('firmado');
    expect(row?.xml).toContain(splitECF(json as unknown as ECF).middle);
  });
});

describe('the errors of a large document', () => {
  /** Makes a call in a child, then in the main thread. Returns the refusal, which must be the same. */
  async function refusedAlike(call: () => Promise<{ problem?: unknown; body?: unknown }>) {
    done = [];
    const large = await call();
    expect(done.every(({ where }) => where === 'child')).toBe(true);
    const small = await inMain(call);
    expect(wordsOf(large.problem ?? large.body)).toEqual(wordsOf(small.problem ?? small.body));
    return wordsOf(large.problem ?? large.body) as { code?: string; detail?: string; errores?: unknown[] };
  }

  test('the errors of a large document are the same in every call', async () => {
    const eNCF = unused('31');
    const moment = justNow();
    const faulty = withLines(ecfXml({ rnc: server.rnc, eNCF, fechaFirma: moment }), lines).replaceAll(
      '<MontoItem>1.00',
      '<MontoItem>uno',
    );
    const sound = largeXml(eNCF);
    const signed = (await signedElsewhere(server, sound)).xml;
    const refused = await refusedAlike(() => sign(faulty));
    expect(refused.code).toBe('ecf/invalido');
    expect(refused.errores?.length).toBeGreaterThan(lines - 1);
    expect(await refusedAlike(() => sign(`${sound.slice(0, -9)}\n<`))).toMatchObject({
      code: 'xml/invalido',
      detail: expect.stringMatching(/línea \d+, columna \d+/),
    });
    expect((await refusedAlike(() => sign(sound.replace(server.rnc, '131246796')))).code).toBe('acceso/denegado');
    const signedFaulty = (await signedElsewhere(server, faulty)).xml;
    const cases: [string, string][] = [
      [signedFaulty, 'ecf/invalido'],
      [sound, 'xml/invalido'],
      [signed.replace('zinc', 'cinc'), 'xml/invalido'],
      [`${signed.slice(0, -30)}`, 'xml/invalido'],
    ];
    for (const [xml, code] of cases) expect((await refusedAlike(() => receive(xml))).code).toBe(code);
    expect((await refusedAlike(() => summarise(signed))).detail).toContain('RFCE');
    const many = `<ACECF>${'<a/>'.repeat(80_000)}</ACECF>`;
    const proxy = (route: typeof autoridad.validarSemilla | typeof autoridad.aprobacionComercial) => () =>
      server.call(route, { form: xmlForm(many) }, server.key);
    expect((await refusedAlike(proxy(autoridad.validarSemilla))).code).toBe('xml/invalido');
    expect((await refusedAlike(proxy(autoridad.aprobacionComercial))).code).toBe('acceso/denegado');
    expect(await rowsOf(eNCF)).toEqual([]);
  });

  test('the errors of a large document are short, however long what they quote', async () => {
    const long = 'x'.repeat(400_000);
    const numbers = `{"${long}":[${'1e300,'.repeat(200)}1]}`;
    const bodies = [numbers, `{"Encabezado":{"IdDoc":{"TipoeCF":"${long}"}}}`];
    for (const body of bodies) {
      const { code, ...rest } = await refusedAlike(() => raw(emision.enviarFactura, '', body));
      expect(code).toBe('ecf/invalido');
      expect(JSON.stringify(rest).length).toBeLessThan(200_000);
    }
    const names = ecfXml({ rnc: server.rnc, eNCF: unused('31') }).replace('<Version>', `<${long}/><Version>`);
    for (const xml of [names, names.replace(server.rnc, long)])
      expect(JSON.stringify(await refusedAlike(() => sign(xml))).length).toBeLessThan(200_000);
  });

  test('the errors of a large JSON are the same: its faults, its form, and texts that cannot be stored', async () => {
    const sale = JSON.stringify(largeSale());
    const bodies: [string, string][] = [
      [sale.replaceAll('PrecioUnitarioItem', 'Precio'), 'ecf/invalido'],
      [sale.slice(0, -2), 'peticion/invalida'],
      [`[${sale}]`, 'peticion/invalida'],
      [sale.replace('Cemento', 'Cem\\u0000ento'), 'peticion/invalida'],
      [sale.replace('"NombreItem"', '"__proto__":{"a":1},"NombreItem"'), 'peticion/invalida'],
      [`${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`, 'ecf/invalido'],
    ];
    for (const [body, code] of bodies)
      expect((await refusedAlike(() => raw(emision.enviarFactura, '', body))).code).toBe(code);
  });
});

describe('a desk that fails', () => {
  test('a child that dies in the middle of a call is reported and stores nothing; the next call is answered', async () => {
    const eNCF = unused('31');
    const xml = largeXml(eNCF);
    const { xml: signed } = await signedElsewhere(server, xml);
    const sale = largeSale();
    dying = true;
    const problems = [(await sign(xml)).problem, (await receive(signed)).problem, (await issue(sale)).body];
    dying = false;
    for (const problem of problems) expect(problem).toMatchObject({ status: 422, code: 'archivo/interrumpido' });
    expect(await rowsOf(eNCF)).toEqual([]);
    expect((await receive(signed)).status).toBe(200);
    expect((await issue(sale)).status).toBe(200);
  });

  test('one call too many is refused with the time to retry, and small documents are issued meanwhile', async () => {
    desk = full;
    const [large, small] = [await issue(largeSale()), await issue(saleOf({}))];
    expect([large.status, large.body.code, large.headers['retry-after']]).toEqual([
      503,
      'servidor/documentos-grandes',
      '5',
    ]);
    expect(small.status).toBe(200);
  });
});
