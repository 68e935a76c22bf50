import { quickbooks, reportes } from '@timbre/contract';
import { beforeAll, expect, test } from 'vitest';
import type { Stranger } from '../../../main/testing/stranger.ts';
import { inventedDocuments } from '../../quickbooks/testing/documents.ts';
import { connectedEmpresa, withQuickBooks } from '../../quickbooks/testing/server.ts';

const server = withQuickBooks({}, { retries: 0 });
let empresa: Stranger;

beforeAll(() => {
  server.clock.advance(new Date('2026-09-10T12:00:00Z').getTime() - server.clock.now().getTime());
  return server.app.runner.start();
});

const agosto = { fechaDesde: '2026-08-01', fechaHasta: '2026-08-31' } as const;
const request = (tipo: '606' | '607', more: object = {}) =>
  server.call(reportes.generarReporte, { params: { tipo }, body: { ...agosto, ...more } }, empresa.sesion);
const view = async (tipo: '606' | '607', id: string) =>
  (await server.call(reportes.verReporte, { params: { tipo, id } }, empresa.sesion)).body;
const rowsOf = async (tipo: '606' | '607', id: string) =>
  (await server.call(reportes.filasDeReporte, { params: { tipo, id }, query: { cuantas: 100 } }, empresa.sesion)).body
    .filas;

/** Generates a report, while the clock advances. */
async function generate(tipo: '606' | '607', more: object = {}) {
  const { body } = await request(tipo, more);
  for (;;) {
    const report = await view(tipo, body._id);
    if (report.estado !== 'generando') return report;
    server.clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test.each(['606', '607'] as const)('the %s is made from the connected books', async (tipo) => {
  empresa = await connectedEmpresa(server, inventedDocuments(24));
  const report = await generate(tipo);
  // Of twelve documents four are credits, which subtract.
  expect(report).toMatchObject({
    estado: 'listo',
    progreso: { porcentaje: 100, mensaje: 'Reporte generado' },
    totales: { cantidadRegistros: 12, subtotal: '4000.00', itbisTotal: '720.00' },
  });
  expect(new Set((await rowsOf(tipo, report._id)).map(({ fuente }) => fuente))).toEqual(new Set(['quickbooks']));
});

test('without a mapping of purchases the 606 is refused, and the 607 is not', async () => {
  empresa = await connectedEmpresa(server, inventedDocuments(6), null);
  expect((await request('606')).problem.code).toBe('reportes/sin-mapeo');
  expect(await generate('607')).toMatchObject({ estado: 'listo', totales: { cantidadRegistros: 3 } });
});

test('after the end of a QuickBooks connection a report is made only from what was read before', async () => {
  empresa = await connectedEmpresa(server, inventedDocuments(6));
  server.quickbooks.control.fault({ kind: 'forbidden', of: 'api' });
  expect((await server.call(quickbooks.empresaDeQuickBooks, {}, empresa.sesion)).status).toBe(409);
  const { problem } = await request('606');
  expect([problem.code, problem.detail]).toEqual([
    'reportes/sin-conexion',
    expect.stringContaining('ApplicationAuthorizationFailed'),
  ]);
  expect((await request('606', { leerQuickBooks: false })).status).toBe(202);
});

test('the stored documents of the books may be reported without another reading', async () => {
  empresa = await connectedEmpresa(server, inventedDocuments(6));
  const before = server.quickbooks.control.figures().answered;
  expect(await generate('606', { leerQuickBooks: false })).toMatchObject({ totales: { cantidadRegistros: 0 } });
  expect(server.quickbooks.control.figures().answered).toBe(before);
});

test('a QuickBooks that does not answer is asked again, and then reported', async () => {
  empresa = await connectedEmpresa(server, inventedDocuments(6));
  const fault = { kind: 'reset', of: 'api', query: 'select * from Bill ', times: 2 } as const;
  server.quickbooks.control.fault(fault);
  expect(await generate('606')).toMatchObject({ estado: 'listo', totales: { cantidadRegistros: 3 } });
  server.quickbooks.control.fault({ ...fault, times: 3 });
  const report = await generate('606');
  expect(report).toMatchObject({
    estado: 'error',
    progreso: { mensaje: 'Error al generar reporte 606: No se pudo conectar con QuickBooks' },
  });
  expect(await generate('606')).toMatchObject({ estado: 'listo' });
});

test.each([
  ['606', 'Bill', 'Purchase', 11, 'Leyendo las compras en QuickBooks…'],
  ['607', 'Invoice', 'SalesReceipt', 13, 'Leyendo las ventas en QuickBooks…'],
] as const)(
  'the progress of the %s is updated while the books are read',
  async (tipo, first, second, share, mensaje) => {
    empresa = await connectedEmpresa(server, inventedDocuments(60));
    const { control } = server.quickbooks;
    const hold = (entity: string) => control.fault({ kind: 'held', of: 'api', query: `select * from ${entity} ` });
    hold(first);
    const { body } = await request(tipo);
    const progress = async () => (await view(tipo, body._id)).progreso;
    await expect.poll(() => control.figures().held).toBe(1);
    expect(await progress()).toEqual({ porcentaje: 5, mensaje });
    control.clearFaults();
    hold(second);
    // A third of the documents is a third of the way from 5 to the next step.
    await expect.poll(progress).toEqual({ porcentaje: share, mensaje });
    control.clearFaults();
    await expect.poll(async () => (await view(tipo, body._id)).estado).toBe('listo');
  },
);
