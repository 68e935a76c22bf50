import { aprobacionComercial as contract } from '@timbre/contract';
import { readDocument } from '@timbre/ecf';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  approvalColumns,
  approvalRow,
  approvalsBook,
  testIssuer,
} from '../../domain/comprobantes/workbooks/testing/approvals.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { newId } from '../../platform/db/id.ts';

// Approvals from a workbook in certification, where the DGII's test issuer has emitted the e-CF.

const server = withIssuing('certecf');
const rowOf = (cells?: Parameters<typeof approvalRow>[1]) => approvalRow(server.rnc, cells);

function load(rows: readonly (readonly string[])[], columns: readonly string[] = approvalColumns) {
  const form = new FormData();
  form.set('archivo', new File([new Uint8Array(approvalsBook(rows, columns))], 'aprobaciones.xlsx'));
  return server.call(contract.cargarAprobaciones, { form }, server.key);
}

/** The totals of no approvals. */
const none = {
  total: 0,
  firmados: 0,
  enviados: 0,
  pendientes: 0,
  conErrores: 0,
  aceptadas: 0,
  rechazadas: 0,
  sinConfirmar: 0,
};
const list = async () => (await server.call(contract.listarAprobaciones, { query: {} }, server.key)).body;
const sign = (ids?: string[]) => server.call(contract.firmarAprobaciones, { body: ids ? { ids } : {} }, server.key);
const send = (ids?: string[]) => server.call(contract.enviarAprobaciones, { body: ids ? { ids } : {} }, server.key);
const settled = () =>
  server.until(async () => {
    const { aprobaciones } = await list();
    return aprobaciones.every(({ envio }) => envio !== 'enviando') && aprobaciones;
  });

beforeEach(async () => {
  await server.ctx.db.system((tx) => sql`delete from aprobacion_libro`.execute(tx));
});

test('a workbook is loaded, signed, sent, and the DGII accepts each approval once', { tags: ['SI4-2'] }, async () => {
  const loaded = await load([rowOf(), rowOf(), rowOf({ Estado: '2', DetalleMotivoRechazo: 'Monto distinto' })]);
  expect(loaded.body).toEqual({ cargadas: 3, conErrores: 0, yaEnviadas: 0, filasOcultas: 0, avisos: [] });
  expect((await list()).totales).toEqual({ ...none, total: 3, pendientes: 3 });
  expect((await send()).problem.code).toBe('aprobacion/nada-por-enviar');
  expect((await sign()).body).toEqual({ firmadas: 3 });
  expect((await sign()).problem.code).toBe('aprobacion/nada-por-firmar');
  expect((await send()).body).toEqual({ enviadas: 3 });
  const sent = await settled();
  expect(sent.map(({ envio, montoTotal, estado }) => [envio, montoTotal, estado])).toEqual([
    ['aceptada', '83320.00', '1'],
    ['aceptada', '83320.00', '1'],
    ['aceptada', '83320.00', '2'],
  ]);
  expect((await list()).totales).toMatchObject({ enviados: 3, pendientes: 0, aceptadas: 3 });
  expect((await send([sent[0]!.id])).problem.code).toBe('aprobacion/ya-enviada');
  const { rows } = await server.ctx.db.system((tx) =>
    sql<{ tries: number }>`select count(*)::integer as tries from aprobacion_intento`.execute(tx),
  );
  expect(rows[0]!.tries).toBe(3);
});

test.each([false, true])(
  'an unknown id in a list is named, and nothing is signed or sent (rehearsal: %s)',
  async (ensayo) => {
    await load([rowOf()]);
    const unknown = newId(new Date());
    const body = { ensayo, ids: [(await list()).aprobaciones[0]!.id, unknown] };
    for (const route of [contract.firmarAprobaciones, contract.enviarAprobaciones]) {
      const { problem } = await server.call(route, { body }, server.key);
      expect(problem).toMatchObject({
        code: 'recurso/no-encontrado',
        detail: `El id «${unknown}» de la lista no existe`,
      });
    }
    expect((await list()).totales).toEqual({ ...none, total: 1, pendientes: 1 });
  },
);

test('the XML has the values of the cells, and no reason where there is none', { tags: ['SI3-3'] }, async () => {
  await load([rowOf({ MontoTotal: '96365.3' })]);
  const { aprobaciones } = await list();
  const { id } = aprobaciones[0]!;
  await sign([id]);
  const { text } = await server.call(contract.xmlDeAprobacion, { params: { id } }, server.key);
  const read = readDocument(text);
  if (read.kind !== 'ACECF') throw new Error('It is no ACECF');
  expect(read.faults).toEqual([]);
  expect(read.tree.DetalleAprobacionComercial).toEqual({
    Version: '1.0',
    RNCEmisor: testIssuer,
    eNCF: expect.stringMatching(/^E31/),
    FechaEmision: '01-04-2026',
    MontoTotal: '96365.30',
    RNCComprador: server.rnc,
    Estado: '1',
    FechaHoraAprobacionComercial: '20-04-2026 22:45:05',
  });
});

test('a text of a certification set stays as it is: a remark names how other programs may read it, and it is signed', {
  tags: ['P3.10'],
}, async () => {
  const DetalleMotivoRechazo = 'No se\u2028pidio\u0301';
  const { body } = await load([rowOf({ Estado: '2', DetalleMotivoRechazo })]);
  expect(body).toMatchObject({
    cargadas: 1,
    conErrores: 0,
    avisos: [{ codigo: 'ACECF-TEXTO-01', celda: 'fila 2, columna DetalleMotivoRechazo', aviso: true }],
  });
  const [{ id } = { id: '' }] = (await list()).aprobaciones;
  expect((await sign([id])).body).toEqual({ firmadas: 1 });
  const { text } = await server.call(contract.xmlDeAprobacion, { params: { id } }, server.key);
  expect(text).toContain(`<DetalleMotivoRechazo>${DetalleMotivoRechazo}<`);
});

describe('development mode', () => {
  const ensayo = true;
  const rehearsed = async () =>
    (await server.call(contract.listarAprobaciones, { query: { ensayo } }, server.key)).body;
  const signIt = (ids?: string[]) =>
    server.call(contract.firmarAprobaciones, { body: { ensayo, ...(ids && { ids }) } }, server.key);
  const sendIt = (ids?: string[]) =>
    server.call(contract.enviarAprobaciones, { body: { ensayo, ...(ids && { ids }) } }, server.key);

  test('development mode signs and sends to the built-in DGII; nothing is signed nor sent for real', {
    tags: ['SI4-3', 'SI2.4-4'],
  }, async () => {
    await load([rowOf(), rowOf(), rowOf({ MontoTotal: 'mucho' })]);
    const [first] = (await rehearsed()).aprobaciones;
    expect((await sendIt()).problem.code).toBe('aprobacion/nada-por-enviar');
    expect((await sendIt([first!.id])).problem.code).toBe('aprobacion/sin-firmar');
    expect((await signIt()).body).toEqual({ firmadas: 2 });
    expect((await signIt()).problem.code).toBe('aprobacion/nada-por-firmar');
    expect((await sendIt()).body).toEqual({ enviadas: 2 });
    expect((await sendIt([first!.id])).problem.code).toBe('aprobacion/ya-enviada');
    const shown = await rehearsed();
    expect(shown.aprobaciones.map(({ envio, firmado, enviado }) => [envio, firmado, enviado])).toEqual([
      ['aceptada', true, true],
      ['aceptada', true, true],
      ['pendiente', false, false],
    ]);
    expect(shown.totales).toEqual({
      ...none,
      total: 3,
      firmados: 2,
      enviados: 2,
      pendientes: 1,
      conErrores: 1,
      aceptadas: 2,
    });
    const real = await list();
    expect(real.totales).toMatchObject({ firmados: 0, enviados: 0 });
    expect(real.aprobaciones.every(({ envio }) => envio === 'pendiente')).toBe(true);
    const { rows } = await server.ctx.db.system((tx) =>
      sql<{ n: number }>`select count(*)::integer as n from aprobacion_libro where xml is not null`.execute(tx),
    );
    expect(rows[0]!.n).toBe(0);
  });

  test('the results of development mode are cleared on request; what was sent for real is shown as it is', async () => {
    await load([rowOf(), rowOf()]);
    const [first] = (await list()).aprobaciones;
    await signIt();
    await sendIt();
    await sign([first!.id]);
    await send([first!.id]);
    await settled();
    await server.call(contract.olvidarEnsayoDeAprobaciones, {}, server.key);
    expect((await rehearsed()).aprobaciones.map(({ envio }) => envio)).toEqual(['aceptada', 'pendiente']);
  });
});

describe('a workbook', () => {
  test.each([
    ['camel', (name: string) => name[0]!.toLowerCase() + name.slice(1)],
    ['Pascal', (name: string) => name[0]!.toUpperCase() + name.slice(1)],
    ['upper', (name: string) => name.toUpperCase()],
  ])('the columns of a workbook may be in %s case', { tags: ['SI3-3'] }, async (_, cased) => {
    expect((await load([rowOf()], approvalColumns.map(cased))).body).toMatchObject({
      cargadas: 1,
      conErrores: 0,
      avisos: [],
    });
  });

  test('a workbook may leave out the version, the answer and its date', { tags: ['SI3-3'] }, async () => {
    const names = ['RNCEmisor', 'eNCF', 'FechaEmision', 'MontoTotal', 'RNCComprador'] as const;
    const row = rowOf();
    const short = names.map((name) => row[approvalColumns.indexOf(name)]!);
    expect((await load([short], names)).body).toMatchObject({ cargadas: 1, conErrores: 0 });
    const [one] = (await list()).aprobaciones;
    expect(one).toMatchObject({ estado: '1' });
    expect(one!.fechaHoraAprobacionComercial).toMatch(/^\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}$/);
  });

  test('a workbook without a column that each approval needs is refused as a whole', async () => {
    const { problem } = await load([['1.0', testIssuer]], ['Version', 'RNCEmisor']);
    expect(problem).toMatchObject({ code: 'aprobacion/libro' });
    expect(problem.detail).toContain('eNCF');
    expect((await list()).totales.total).toBe(0);
  });

  test('faults are listed with their cell; such a row is neither signed nor sent', async () => {
    const twice = rowOf();
    await load([
      rowOf({ RNCComprador: '131880600' }),
      rowOf({ Estado: '2' }),
      rowOf({ eNCF: 'E320000000001' }),
      rowOf({ MontoTotal: 'mucho' }),
      twice,
      twice,
    ]);
    const { aprobaciones } = await list();
    expect(aprobaciones.map(({ errores }) => errores.map(({ codigo, celda }) => [codigo, celda]))).toEqual([
      [['LIBRO-COMPRADOR', 'fila 2, columna RNCComprador']],
      [['ACECF-MOTIVO-01', 'fila 3, columna DetalleMotivoRechazo']],
      [['ACECF-ENCF-02', 'fila 4, columna eNCF']],
      [[expect.stringMatching(/^XSD-/), 'fila 5, columna MontoTotal']],
      [],
      [['LIBRO-DUPLICADO', 'fila 7, columna eNCF']],
    ]);
    expect((await sign()).body).toEqual({ firmadas: 1 });
    expect((await send()).body).toEqual({ enviadas: 1 });
  });

  test('a workbook that is loaded again replaces what was not sent, and leaves what was', async () => {
    const [one, other] = [rowOf(), rowOf()];
    await load([one]);
    await sign();
    await send();
    await settled();
    expect((await load([one, other])).body).toMatchObject({ cargadas: 1, yaEnviadas: 1 });
    expect((await load([other])).body).toMatchObject({ cargadas: 1, yaEnviadas: 0 });
    expect((await list()).totales).toMatchObject({ total: 2, enviados: 1 });
    await server.call(contract.quitarAprobaciones, {}, server.key);
    expect((await list()).totales).toMatchObject({ total: 1, enviados: 1 });
  });
});
