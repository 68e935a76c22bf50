import { reportes } from '@timbre/contract';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import { beforeEach, expect, test } from 'vitest';
import type { Stranger } from '../../main/testing/stranger.ts';
import { febrero, withReports } from './testing/saved-reports.ts';

const server = withReports();
const periodo = '202602';
let company: Stranger;

beforeEach(async () => {
  company = await server.company();
});

type Registro = reportes.RegistroCargado;
const load = (datos: readonly Registro[], tipo: '606' | '607' = '607') =>
  server.call(reportes.cargarComprobantes, { params: { tipo }, body: { datos: [...datos] } }, company.sesion);
const list = async (query: object = {}) =>
  (
    await server.call(
      reportes.listarComprobantes,
      { params: { tipo: '607' }, query: { periodo, ...query } },
      company.sesion,
    )
  ).body.comprobantes;
const answer = (id: string, cambio: object) =>
  server.call(
    reportes.responderComprobantes,
    { params: { tipo: '607' }, body: { cambios: [{ id, respuestas: {}, ...cambio }] } },
    company.sesion,
  );

/** A sale in cash to a consumer, its base RD$1,000, without the buyer's number. */
const sold = (ncf: string, more: Partial<Registro> = {}): Registro => ({
  razonSocial: 'Consumidor final',
  ncf,
  fecha: '14-02-2026',
  montoTotal: '1180.00',
  itbis: '180.00',
  formaPago: '01',
  tipoIngreso: '1',
  ...more,
});
const note = (ncf: string, ncf_modificado: string, more: Partial<Registro> = {}) =>
  sold(ncf, { ncf_modificado, ...more });

const readBook = async (name: string, bytes: Buffer, tipo: '606' | '607' = '607') => {
  const form = new FormData();
  form.append('archivo', new File([new Uint8Array(bytes)], name));
  return (await server.call(reportes.leerLibroDeComprobantes, { params: { tipo }, form }, company.sesion)).body;
};

test('a call loads sales to consumers and notes over them without a buyer: null, empty or left out', {
  tags: ['SR5-14'],
}, async () => {
  const records = [
    sold('B0200000001', { rnc: null }),
    sold('B0200000002', { rnc: '' }),
    sold('B0200000003'),
    sold('E320000000004', { rnc: null, razonSocial: null }),
    note('B0400000005', 'B0200000001', { rnc: null }),
    note('B0300000006', 'B0200000002', { rnc: '', razonSocial: '' }),
  ];
  expect((await load(records)).body).toEqual({ cargados: 6, repetidos: [], rechazados: [], avisos: [] });
  expect((await list()).map(({ ncf, rnc }) => [ncf, rnc])).toEqual(records.map(({ ncf }) => [ncf, '']).sort());
  // The same records are read again, and are not stored as second sales.
  expect((await load(records)).body.cargados).toBe(6);
  expect(await list()).toHaveLength(6);
});

test('a sale that must name its buyer is left out with its reason, and the others are loaded', async () => {
  const high = { montoTotal: '295000.00', itbis: '45000.00' };
  const { body } = await load([
    sold('B0200000001', { rnc: null, ...high }),
    sold('B0100000002', { rnc: null }),
    note('B0400000003', 'B0100000002'),
    sold('B0200000004', { rnc: '00100000017', ...high }),
  ]);
  expect(body.cargados).toBe(1);
  expect(body.rechazados.map(({ linea, ncf }) => [linea, ncf])).toEqual([
    [1, 'B0200000001'],
    [2, 'B0100000002'],
    [3, 'B0400000003'],
  ]);
  for (const { motivo } of body.rechazados)
    expect(motivo).toMatch(/^Falta el RNC o la cédula del cliente: .*RD\$250,000\.00/);
});

test('a purchase without its supplier is refused as before; small expenses have none', async () => {
  const refused = await load([sold('B0100000001', { rnc: null, montoTotal: '118', itbis: '18' })], '606');
  expect(refused.problem).toMatchObject({ code: 'reportes/formato', detail: expect.stringContaining('falta rnc') });
  expect((await load([sold('B1300000001', { rnc: null })], '606')).body.cargados).toBe(1);
});

const headers = [
  'RNC',
  'Nombre',
  'NCF',
  'NCF modificado',
  'Fecha',
  'Total',
  'ITBIS',
  'Forma de pago',
  'Tipo de ingreso',
];
const lines = [
  [null, 'Consumidor final', 'B0200000202', null, '14/02/2026', '1180', '180', '1', '1'],
  [null, null, 'B0400000204', 'B02-00000202', '15/02/2026', '118', '18', null, '1'],
  [null, null, 'B0200000205', null, '15/02/2026', '295000', '45000', '1', '1'],
  [null, null, 'B0100000206', null, '15/02/2026', '118', '18', '1', '1'],
];

test('a workbook and a CSV of the shop are read without buyers; a row that needs one is reported with its cell', async () => {
  const csv = [headers, ...lines].map((line) => line.map((cell) => cell ?? '').join(';')).join('\r\n');
  for (const [name, bytes] of [
    ['ventas.xlsx', xlsxOf({ Hoja1: [headers, ...lines] })],
    ['ventas.csv', Buffer.from(csv)],
  ] as const) {
    const { datos, incidencias } = await readBook(name, bytes);
    expect(datos.map(({ ncf, rnc }) => [ncf, rnc])).toEqual([
      ['B0200000202', null],
      ['B0400000204', null],
    ]);
    expect(incidencias).toEqual([
      { celda: 'A4', mensaje: expect.stringContaining('de menos de RD$250,000.00') },
      { celda: 'A5', mensaje: expect.stringContaining('Falta el RNC o la cédula del cliente') },
    ]);
    expect((await load(datos)).body).toMatchObject({ cargados: 2, rechazados: [] });
  }
});

test('a workbook of sales to consumers needs no column for the buyer; one of purchases does', async () => {
  const [head, ...rows] = [headers, ...lines.slice(0, 2)].map((line) => line.slice(1));
  const { datos, incidencias } = await readBook('ventas.xlsx', xlsxOf({ Hoja1: [head!, ...rows] }));
  expect([datos.map(({ ncf }) => ncf), incidencias]).toEqual([['B0200000202', 'B0400000204'], []]);
  const form = new FormData();
  form.append('archivo', new File([new Uint8Array(xlsxOf({ Hoja1: [head!, ...rows] }))], 'compras.xlsx'));
  const refused = await server.call(
    reportes.leerLibroDeComprobantes,
    { params: { tipo: '606' }, form },
    company.sesion,
  );
  expect(refused.problem.detail).toContain('«RNC» y «NCF»');
});

test('a file in the order of the official tool, which has no names, is read and loaded', async () => {
  await load([note('B0400000204', 'B0200000202'), sold('B0100000009', { rnc: '132111117' })]);
  const body = { rnc: company.rnc, fechaInicio: febrero.fechaDesde, fechaFin: febrero.fechaHasta };
  const { rawPayload } = await server.app.http.fastify.inject({
    method: 'POST',
    url: '/api/reportes/plantilla/607',
    headers: { authorization: `Bearer ${company.sesion}` },
    payload: body,
  });
  const { datos, incidencias } = await readBook('607.xlsx', rawPayload);
  expect(incidencias).toEqual([]);
  expect(datos.map(({ ncf, rnc, razonSocial }) => [ncf, rnc, razonSocial])).toEqual([
    ['B0100000009', '132111117', null],
    ['B0400000204', null, null],
  ]);
  expect((await load(datos)).body.cargados).toBe(2);
});

test('loaded sales reach the summary, the TXT, the IT-1, the reconciliation and the search', async () => {
  await load([
    sold('B0200000001', { rnc: null }),
    sold('B0200000002', { rnc: null, razonSocial: 'Doña Inventada', fecha: '13-02-2026' }),
    note('B0400000003', 'B0200000001', { rnc: null, montoTotal: '118.00', itbis: '18.00' }),
  ]);
  const query = { fechaDesde: febrero.fechaDesde, fechaHasta: febrero.fechaHasta };
  const { body: summary } = await server.call(reportes.resumenDeConsumo, { query: { periodo } }, company.sesion);
  expect(JSON.stringify(summary)).toContain('2000.00');

  const txt = await server.app.http.fastify.inject({
    url: `/api/reportes-fiscales/607/export/txt?fechaDesde=${query.fechaDesde}&fechaHasta=${query.fechaHasta}`,
    headers: { authorization: `Bearer ${company.sesion}` },
  });
  expect(txt.body.split('\r\n')).toEqual([
    `607|${company.rnc}|${periodo}|1`,
    expect.stringMatching(/^\|\|B0400000003\|B0200000001\|1\|20260214\|\|100\.00\|18\.00\|/),
  ]);

  for (const tipo of ['606', '607', 'it1'] as const) await server.generate(company, tipo);
  const [it1] = (await server.call(reportes.listarReportes, { params: { tipo: 'it1' }, query }, company.sesion)).body;
  const { formulario, anexoA } = it1!.resumen!;
  const box = (list: readonly { id: string; valor: string | null }[], id: string) =>
    list.find((each) => each.id === id)?.valor;
  expect(box(formulario, '21')).toBe('342.00');
  expect(box(anexoA, 'A2')).toBe('2000.00');

  const form = new FormData();
  form.append('archivo', new File([txt.body], '607.txt'));
  const input = { params: { tipo: '607' }, query: { periodo }, form } as const;
  const { body: reconciled } = await server.call(reportes.conciliarConTxt, input, company.sesion);
  expect([reconciled.iguales, reconciled.distintos]).toEqual([3, 0]);
  expect((await list({ buscar: 'doña' })).map(({ ncf }) => ncf)).toEqual(['B0200000002']);
});

test('a sale that was taken out is found by its buyer, and not by the company that issued it', async () => {
  await load([sold('B0100000001', { rnc: '132111117' }), sold('B0200000002')]);
  for (const { id } of await list()) await answer(id, { excluido: 'Se anuló' });
  expect((await list({ buscar: '132111117' })).map(({ ncf }) => ncf)).toEqual(['B0100000001']);
  expect(await list({ buscar: company.rnc })).toEqual([]);
});
