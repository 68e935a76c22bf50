import { reportes } from '@timbre/contract';
import { addPurchase, addSale, deriveSale, distinct, fillIT1, noFacts, rowFromTexts } from '@timbre/reports';
import { companyYear } from '@timbre/reports/testing';
import { decimal, type Fecha, formatDecimal, periodoOf } from '@timbre/values';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Stranger } from '../../../main/testing/stranger.ts';
import { febrero, issuedAs, type Known, purchase, sale, storeReceipts, withReports } from '../testing/saved-reports.ts';
import { formulaText } from './view.ts';

const server = withReports();
let company: Stranger;

beforeEach(async () => {
  company = await server.company();
});

/** Generates the two reports of a month and their IT-1. */
async function generateAll(days: object = febrero) {
  const compras = await server.generate(company, '606', days);
  const ventas = await server.generate(company, '607', days);
  return { compras, ventas, it1: await server.generate(company, 'it1', days) };
}

const boxOf = ({ resumen }: reportes.ReporteGuardado, id: string) =>
  [...resumen!.formulario, ...resumen!.anexoA].find((one) => one.id === id)!;
const answer = (casillas: Record<string, string | null>, periodo = '202602') =>
  server.call(reportes.responderIT1, { params: { periodo }, body: { casillas } }, company.sesion);
const rowsBehind = (id: string, casilla: string) =>
  server.call(reportes.filasDeCasilla, { params: { id, casilla } }, company.sesion);

test('the IT-1 needs the saved 606 and 607 of the same dates', { tags: ['SR4+5-1'] }, async () => {
  await server.generate(company, '606');
  await server.generate(company, '607', { fechaDesde: '2026-02-01', fechaHasta: '2026-02-27' });
  const { problem } = await server.request(company, 'it1');
  expect([problem.code, problem.title]).toEqual([
    'reportes/sin-606-607',
    'Debe generar primero los reportes 606 y 607 para el mismo período',
  ]);
});

test('the IT-1 has its sources, and the totals of its rows', { tags: ['SR1-1', 'SR3-4', 'SR9-12'] }, async () => {
  await storeReceipts(server, company, [purchase('E310000000001', company), sale('B0100000001', company)]);
  const { compras, ventas, it1 } = await generateAll();
  expect(it1).toMatchObject({
    tipoReporte: 'IT1',
    estado: 'listo',
    basadoEn: { reporte606Id: compras._id, reporte607Id: ventas._id },
    totales: { montoTotal: '180.00', itbisTotal: '180.00', subtotal: '2500.00', cantidadRegistros: 2 },
    resumen: {
      totalIngresos: '2500.00',
      totalGastos: '1000.00',
      utilidadBruta: '1500.00',
      itbisVentas: '360.00',
      itbisCompras: '180.00',
      itbisAPagar: '180.00',
      impuestoRenta: '0.00',
      utilidadNeta: '1500.00',
    },
  });
  expect(it1.resumen!.detalle.map(({ categoria, monto, itbis }) => [categoria, monto, itbis])).toEqual([
    ['ingreso', '2500.00', '360.00'],
    ['gasto', '1000.00', '180.00'],
    ['calculo', '1500.00', '0.00'],
    ['impuesto', '180.00', '180.00'],
    ['impuesto', '0.00', '0.00'],
    ['resultado', '1500.00', '0.00'],
  ]);
  // The exempt amount is in no field of the 607: it comes from the receipt.
  expect(boxOf(it1, '4')).toMatchObject({ valor: '500.00', marca: 'calculado', filas: 1, formula: null });
  expect(boxOf(it1, '11')).toMatchObject({
    valor: '2000.00',
    formula: '10 − 12 − 13 − 14 − 15 + «Lo gravado de las notas de A43»',
  });
  expect(boxOf(it1, '29')).toMatchObject({ valor: '0.00', marca: 'pendiente' });
  expect((await server.rows(company, 'it1', it1._id)).total).toBe(0);
});

test('the boxes are those of the package, of a month with every difficult receipt', async () => {
  const year = companyYear(7, 300);
  const ofMonth = ({ receipt }: { receipt: { fecha: Fecha } }) => periodoOf(receipt.fecha) === '202602';
  const known = [
    ...year.purchases.filter(ofMonth).map(({ receipt }): Known => ({ sentido: 'compra', receipt })),
    ...year.sales.filter(ofMonth).map(({ receipt }): Known => ({ sentido: 'venta', receipt })),
  ].map(({ receipt, ...rest }) => ({ ...rest, receipt: issuedAs(receipt, year.declarant.rnc, company.rnc) }));
  await storeReceipts(server, company, known);
  const { compras, ventas, it1 } = await generateAll();
  expect(Math.min(compras.totales.cantidadRegistros, ventas.totales.cantidadRegistros)).toBeGreaterThan(250);

  const facts = noFacts();
  const sold = known.filter(({ sentido }) => sentido === 'venta');
  for (const entry of distinct(
    sold.flatMap(({ receipt }) => deriveSale(receipt, company) ?? []),
    false,
  ))
    addSale(facts, entry);
  for (let desde = 0; desde < compras.totales.cantidadRegistros; desde += 1_000)
    for (const { fila, momento } of (await server.rows(company, '606', compras._id, { desde, cuantas: 1_000 })).filas)
      addPurchase(facts, { row: rowFromTexts('606', fila), momento });
  const form = fillIT1(facts);
  const shown = (boxes: reportes.ResumenIT1['formulario']) => boxes.map(({ id, valor, filas }) => [id, valor, filas]);
  const expected = (boxes: typeof form.it1) =>
    boxes.map(({ id, amount, rows, box }) => [id, formatDecimal(amount, box.formula?.ratio ? 4 : 2), rows]);
  expect(shown(it1.resumen!.formulario)).toEqual(expected(form.it1));
  expect(shown(it1.resumen!.anexoA)).toEqual(expected(form.anexoA));

  // Each box has as many rows behind it as it counts.
  for (const { id, filas, formula } of it1.resumen!.anexoA.filter(({ filas: n }) => n > 0)) {
    const { body } = await rowsBehind(it1._id, id);
    expect([id, body.filas.length, formula === null ? body.casilla.filas : filas]).toEqual([
      id,
      Math.min(filas, 500),
      filas,
    ]);
  }
});

describe('the boxes of a person', () => {
  test('a person’s box stays in the next IT-1 of its month, and may be withdrawn', async () => {
    expect((await answer({ '28': '50.00', '31': '10.00' })).status).toBe(204);
    await answer({ '31': null });
    const { it1 } = await generateAll();
    expect(boxOf(it1, '28')).toMatchObject({ valor: '50.00', marca: 'respondido' });
    expect(boxOf(it1, '31')).toMatchObject({ valor: '0.00', marca: 'pendiente' });
    const other = await generateAll({ fechaDesde: '2026-01-01', fechaHasta: '2026-01-31' });
    expect(boxOf(other.it1, '28')).toMatchObject({ valor: '0.00', marca: 'pendiente' });
  });

  test('a person may correct the boxes of the rows, and not those that follow from other boxes', async () => {
    await answer({ '4': '300.00' });
    expect(boxOf((await generateAll()).it1, '4')).toMatchObject({ valor: '300.00', marca: 'respondido' });
    for (const id of ['33', 'A11', 'C607.monto', '99', 'toString'])
      expect((await answer({ [id]: '1.00' })).problem.code).toBe('reportes/respuesta');
  });
});

describe('the pre-audit', () => {
  test('the pre-audit requires the credit of the month before', async () => {
    await storeReceipts(server, company, [
      purchase('E310000000001', company, {
        receipt: { ...purchase('E310000000001', company).receipt, fecha: '10-01-2026' as Fecha },
      }),
    ]);
    await generateAll({ fechaDesde: '2026-01-01', fechaHasta: '2026-01-31' });
    const credit = async () =>
      (await generateAll()).it1.resumen!.preauditoria.find(({ codigo }) => codigo === 'IT1-SALDO-01');
    expect(await credit()).toMatchObject({ casilla: '29', esperado: '180.00', encontrado: '0.00', gravedad: 'error' });
    await answer({ '29': '180.00' });
    expect(await credit()).toBeUndefined();
  });

  test('the pre-audit lists the boxes that differ from the filed ones', async () => {
    const { it1 } = await generateAll();
    const body = { numero: 'IT1-0001', fecha: '2026-03-16' };
    await server.call(reportes.presentarReporte, { params: { tipo: 'it1', id: it1._id }, body }, company.sesion);
    await storeReceipts(server, company, [sale('B0100000001', company)]);
    const later = (await generateAll()).it1.resumen!.preauditoria;
    expect(later).toContainEqual({
      codigo: 'IT1-PRESENTADO-01',
      gravedad: 'aviso',
      casilla: '68',
      esperado: '360.00',
      encontrado: '0.00',
      mensaje: expect.stringContaining('rectifique'),
    });
  });
});

describe('the rows behind a box', () => {
  test('the rows behind a box are those of the saved reports that contributed to it', async () => {
    await storeReceipts(server, company, [
      sale('B0100000001', company),
      sale('B0100000002', company, {
        totales: { gravado18: decimal('100.00'), itbis: decimal('18.00') },
        formasPago: [{ forma: '1', monto: decimal('118.00') }],
      }),
    ]);
    const { it1 } = await generateAll();
    const { body } = await rowsBehind(it1._id, '4');
    // The receipt is of 2,860.00: the box has its exempt part.
    expect([body.casilla.valor, body.filas.map(({ ncf, aporta }) => [ncf, aporta])]).toEqual([
      '500.00',
      [['B0100000001', '500.00']],
    ]);
    expect((await rowsBehind(it1._id, '29')).body.filas).toEqual([]);
    const both = ['B0100000001', 'B0100000002'];
    const total = await rowsBehind(it1._id, '21');
    expect([total.body.casilla.valor, total.body.filas.map(({ aporta }) => aporta)]).toEqual([
      '378.00',
      ['360.00', '18.00'],
    ]);
    const control = await rowsBehind(it1._id, 'C607.itbis');
    expect(control.body.casilla).toMatchObject({ nombre: 'ITBIS de las ventas', valor: '378.00', filas: 2 });
    expect(control.body.filas.map(({ ncf }) => ncf)).toEqual(both);
    expect((await rowsBehind(it1._id, '99')).problem.code).toBe('recurso/no-encontrado');
  });

  test('a total by form of sale that does not balance leads to the sales that lack it', async () => {
    await storeReceipts(server, company, [
      sale('B0100000001', company),
      sale('E310000000002', company, { formasPago: undefined }),
      sale('B0400000003', company, { referencia: { ncf: 'B0100000001' }, formasPago: undefined }),
    ]);
    const { it1 } = await generateAll();
    const finding = it1.resumen!.preauditoria.find(({ codigo }) => codigo === 'IT1-607-03');
    expect(finding).toMatchObject({ casilla: 'A19', esperado: '5720.00', encontrado: '2860.00' });
    const { body } = await rowsBehind(it1._id, finding!.comprobantes!);
    expect(body.filas.map(({ ncf, aporta }) => [ncf, aporta])).toEqual([['E310000000002', '2860.00']]);
  });

  test('the rows behind a box are unknown once one of its reports was deleted', async () => {
    const { ventas, it1 } = await generateAll();
    const params = { tipo: '607' as const, id: ventas._id };
    expect((await server.call(reportes.eliminarReporte, { params }, company.sesion)).status).toBe(204);
    expect((await rowsBehind(it1._id, '4')).problem.code).toBe('reportes/sin-606-607');
  });
});

describe('a filed IT-1', () => {
  test('a filed IT-1 keeps its reports, and is compared by them with the receipts', async () => {
    const { compras, it1 } = await generateAll();
    const body = { numero: 'IT1-0001', fecha: '2026-03-16' };
    await server.call(reportes.presentarReporte, { params: { tipo: 'it1', id: it1._id }, body }, company.sesion);
    const params = { tipo: '606' as const, id: compras._id };
    const removed = await server.call(reportes.eliminarReporte, { params }, company.sesion);
    expect(removed.problem.code).toBe('reportes/presentado');
    for (let i = 0; i < 11; i++) await server.generate(company, '606');
    expect((await server.view(company, '606', compras._id))._id).toBe(compras._id);
    await storeReceipts(server, company, [purchase('E310000000001', company), sale('B0100000001', company)]);
    const changes = await server.call(
      reportes.rectificacionDeReporte,
      { params: { tipo: 'it1', id: it1._id } },
      company.sesion,
    );
    expect(changes.body).toEqual({ agregadas: 2, quitadas: 0, cambiadas: 0, ncf: ['E310000000001', 'B0100000001'] });
  });

  test('a filed IT-1 is compared with another box by box', async () => {
    const first = (await generateAll()).it1;
    await answer({ '28': '50.00' });
    const second = (await generateAll()).it1;
    const input = { params: { tipo: 'it1' as const, id: second._id }, query: { con: first._id } };
    const { body } = await server.call(reportes.compararReportes, input, company.sesion);
    expect(body.diferencias.map(({ ncf, antes, despues }) => [ncf, antes, despues])).toEqual([
      ['28', '0.00', '50.00'],
      ['34', '0.00', '50.00'],
    ]);
  });
});

test('a formula is written in Spanish', () => {
  expect(formulaText({ sum: ['16', '-17', '18'] })).toBe('16 − 17 + 18');
  expect(formulaText({ sum: ['-A49.1'] })).toBe('− A49.1');
  expect(formulaText({ sum: ['21', '-25'], positive: true })).toBe('21 − 25; cero si es negativo');
  expect(formulaText({ percent: '18', of: '11' })).toBe('18 % de la casilla 11');
  expect(formulaText({ percent: '18', of: '43', share: '30' })).toBe('30 % del 18 % de la casilla 43');
  expect(formulaText({ ratio: [['2', '5', '10'], '1'] })).toBe('(2 + 5 + 10) ÷ casilla 1, en por ciento');
  expect(formulaText({ times: ['A53.1', 'A54'] })).toBe('casilla A53.1 × coeficiente de la casilla A54');
});
