import { auditoria, configuracion, emision } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { voidRange } from '../../../domain/comprobantes/voiding/void-range.ts';
import { VOID } from '../../../domain/comprobantes/voiding/void-repo.ts';
import { saleOf } from '../../../main/testing/draft.ts';
import { withIssuing } from '../../../main/testing/issuing.ts';
import { ecfXml, xmlForm } from '../../../main/testing/xml.ts';

const server = withIssuing();
let rango: string;

beforeAll(async () => {
  const { body } = await server.call(configuracion.listarSecuencias, {}, server.key);
  rango = body.find(({ tipo, ambiente }) => tipo === '31' && ambiente === 'testecf')!.id;
});

const encf = (numero: number) => `E31${String(numero).padStart(10, '0')}`;
const voidable = async () => (await server.call(configuracion.anulables, { params: { id: rango } }, server.key)).body;
const annul = (desde: number, hasta: number) =>
  server.call(
    configuracion.anularNumeros,
    { params: { id: rango }, body: { desde, hasta, codigo608: '08' } },
    server.key,
  );
const history = async () =>
  (await server.call(configuracion.listarAnulaciones, { params: { id: rango }, query: {} }, server.key)).body
    .anulaciones;
const find = async (id: string) => (await history()).find((each) => each.id === id)!;
const issue = () => server.call(emision.enviarFactura, { body: saleOf({}) }, server.key);
const received = () => server.simulator.control.log().filter(({ service }) => service === 'anularRango');
/** Makes the waiting annulments due. */
const again = () => server.ctx.db.system((tx) => server.ctx.queue.wakeCompany(tx, VOID, server.empresaId));
const settled = (id: string) =>
  server.until(async () => {
    const annulment = await find(id);
    return annulment.estado !== 'pendiente' && annulment.estado !== 'enviado' && annulment;
  });
// An annulment of an earlier test, of any range, that is still to be sent would be affected by the faults of the next
// one.
beforeEach(async () => {
  const waiting = () =>
    server.ctx.db.system((tx) => tx.selectFrom('trabajo').select('id').where('clase', '=', VOID).execute());
  await server.until(async () => (await waiting()).length === 0);
});

/** The next number, once as many numbers follow it: smaller gaps before them are issued. */
async function free(count: number): Promise<number> {
  for (;;) {
    const { desde, hasta } = (await voidable()).tramos[0]!;
    if (hasta - desde >= count) return desde;
    await issue();
  }
}

describe('unused numbers', () => {
  test('unused numbers are voided: emission skips them, the DGII accepts, and history, XML and record have it', {
    tags: ['SI2.7-2'],
  }, async () => {
    const next = await free(10);
    const before = await voidable();
    const { status, body } = await annul(next + 1, next + 3);
    expect([status, body.estado, body.eNCFDesde, body.cantidad]).toEqual([201, 'pendiente', encf(next + 1), 3]);
    expect((await voidable()).cantidad).toBe(before.cantidad - 3);
    const eNCFs = [(await issue()).body.eNCF, (await issue()).body.eNCF];
    expect(eNCFs).toEqual([encf(next), encf(next + 4)]);
    expect(await settled(body.id)).toMatchObject({
      estado: 'aceptado',
      mensajes: ['Las secuencias fueron anuladas correctamente.'],
      codigo608: '08',
    });
    const { text } = await server.call(configuracion.xmlDeAnulacion, { params: { id: body.id } }, server.key);
    expect(text).toContain(`<SecuenciaeNCFDesde>${encf(next + 1)}</SecuenciaeNCFDesde>`);
    expect(text).toContain('<SignatureValue>');
    expect(received()).toHaveLength(1);
    const { body: record } = await server.call(auditoria.listarAuditoria, { query: {} }, server.key);
    expect(record.entradas.map(({ descripcion }) => descripcion)).toEqual(
      expect.arrayContaining([
        `Anuló 3 números sin usar: ${encf(next + 1)} a ${encf(next + 3)}`,
        `La anulación de ${encf(next + 1)} a ${encf(next + 3)} quedó aceptada`,
      ]),
    );
    const { body: book } = await server.call(
      configuracion.libroDeNumeros,
      { params: { id: rango }, query: {} },
      server.key,
    );
    expect(book.numeros.slice(0, 5).map(({ numero, estado }) => [numero, estado === 'anulado'])).toEqual([
      [next + 4, false],
      [next + 3, true],
      [next + 2, true],
      [next + 1, true],
      [next, false],
    ]);
    // Neither the platform nor the DGII accepts a document with one of them.
    const form = xmlForm(ecfXml({ rnc: server.rnc, eNCF: encf(next + 2) }), {}, 'XmlFile');
    const signed = await server.call(emision.signXmlFromDb, { form }, server.key);
    expect([signed.status, signed.problem.code]).toEqual([409, 'secuencia/anulada']);
  });

  test('numbers that are used, voided, outside of the range or in the wrong order are refused, and nothing is sent', async () => {
    const next = await free(10);
    await issue();
    const posts = received().length;
    for (const [desde, hasta] of [
      [next, next + 1],
      [1, 1],
      [next + 3, next + 2],
      [9_999_999_990, 9_999_999_999],
    ] as const)
      expect([desde, (await annul(desde, hasta)).problem.code]).toEqual([desde, 'anulacion/no-se-puede']);
    const { body } = await annul(next + 2, next + 2);
    expect((await annul(next + 2, next + 4)).problem.code).toBe('anulacion/no-se-puede');
    await settled(body.id);
    expect(received()).toHaveLength(posts + 1);
  });

  test('of two annulments of the same numbers at once one is accepted', async () => {
    const next = await free(10);
    const by = { por: 'prueba', ip: '::1' };
    const results = await Promise.allSettled(
      [0, 1, 2, 3].map((i) =>
        voidRange(server.ctx, server.empresaId, rango, { desde: next + i, hasta: next + 3, codigo608: '09' }, by),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a range with voided numbers cannot be removed', async () => {
    const body = {
      ambiente: 'testecf',
      tipo: '43',
      desde: 9_999_999_001,
      hasta: 9_999_999_010,
      vence: '2099-12-31',
    } as const;
    const { body: range } = await server.call(configuracion.crearSecuencia, { body }, server.key);
    const params = { id: range.id };
    const input = { params, body: { desde: 9_999_999_001, hasta: 9_999_999_010, codigo608: '09' as const } };
    expect((await server.call(configuracion.anularNumeros, input, server.key)).status).toBe(201);
    expect((await server.call(configuracion.eliminarSecuencia, { params }, server.key)).problem.code).toBe(
      'rango/en-uso',
    );
    const { body: list } = await server.call(configuracion.listarSecuencias, {}, server.key);
    expect(list.find(({ id }) => id === range.id)).toMatchObject({ usados: 10, quedan: 0, siguiente: 9_999_999_011 });
  });
});

describe('an annulment', () => {
  test('an annulment whose answer is lost is sent again, and a refusal then gives no number back', {
    tags: ['SI2.7-3'],
  }, async () => {
    server.simulator.control.fault({ kind: 'lose', processed: true, services: ['anularRango'], times: 1 });
    const next = await free(10);
    const { body } = await annul(next, next + 1);
    await server.until(
      async () => (await find(body.id)).mensajes.length > 0 && (await find(body.id)).estado === 'enviado',
    );
    expect((await issue()).body.eNCF).toBe(encf(next + 2));
    await again();
    expect(await settled(body.id)).toMatchObject({
      estado: 'sin_confirmar',
      mensajes: ['Las secuencias que está intentando anular han sido utilizadas'],
    });
    expect((await issue()).body.eNCF).toBe(encf(next + 3));
    // A person sees in the portal that it voided them.
    const settle = (anulados: boolean) =>
      server.call(configuracion.asentarAnulacion, { params: { id: body.id }, body: { anulados } }, server.key);
    expect((await settle(true)).body).toMatchObject({ estado: 'aceptado', asentadaPor: expect.any(String) });
    expect((await settle(false)).problem.code).toBe('anulacion/decidida');
  });

  test('an annulment that did not arrive is sent again, once, and accepted', async () => {
    const posts = received().length;
    server.simulator.control.fault({ kind: 'lose', services: ['anularRango'], times: 1 });
    const next = await free(10);
    const { body } = await annul(next, next + 1);
    await server.until(async () => (await find(body.id)).mensajes.length > 0);
    await again();
    expect((await settled(body.id)).estado).toBe('aceptado');
    await again();
    expect(received()).toHaveLength(posts + 1);
    const { rows } = await server.ctx.db.system((tx) =>
      sql<{
        resultado: string;
      }>`select resultado from anulacion_intento where anulacion_id = ${body.id} order by numero`.execute(tx),
    );
    expect(rows.map(({ resultado }) => resultado)).toEqual(['desconocido', 'respondida']);
  });

  test('an annulment refused as having voided nothing gives its numbers back to emission', async () => {
    const answer = { rnc: '', codigo: '2', nombre: 'Rechazado', mensajes: ['La firma del documento no es válida'] };
    server.simulator.control.fault({ kind: 'json', body: answer, services: ['anularRango'], times: 1 });
    const next = await free(10);
    const { body } = await annul(next, next + 1);
    expect((await settled(body.id)).estado).toBe('rechazado');
    expect((await issue()).body.eNCF).toBe(encf(next));
  });

  test('an annulment is not made where the DGII voids nothing, or for another environment than the company’s', async () => {
    const { body } = await server.call(configuracion.listarSecuencias, {}, server.key);
    for (const [ambiente, words] of [
      ['certecf', 'la DGII no anula números'],
      ['ecf', 'La empresa no está en'],
    ] as const) {
      const fresh = { ambiente, tipo: '46', desde: 1, hasta: 9, vence: '2099-12-31' } as const;
      const id =
        body.find((each) => each.ambiente === ambiente)?.id ??
        (await server.call(configuracion.crearSecuencia, { body: fresh }, server.key)).body.id;
      const { problem } = await server.call(
        configuracion.anularNumeros,
        { params: { id }, body: { desde: 1, hasta: 2, codigo608: '08' } },
        server.key,
      );
      expect([problem.code, problem.detail]).toEqual(['anulacion/no-se-puede', expect.stringContaining(words)]);
      const { body: shown } = await server.call(configuracion.anulables, { params: { id } }, server.key);
      expect(shown.impedimento).toContain(words);
    }
  });
});
