import {
  derivePaymentAbroad,
  derivePurchase,
  deriveSale,
  distinct,
  lineWriter,
  rowToTexts,
  writeReceipt,
} from '@timbre/reports';
import { companyYear } from '@timbre/reports/testing';
import { addMonths, type Periodo } from '@timbre/values';
import { beforeAll, expect, test } from 'vitest';
import { withServer } from '../../main/testing/server.ts';
import { bare, stranger } from '../../main/testing/stranger.ts';
import { rowPages, txtPages } from './rows-repo.ts';
import { daysOf, type Scope } from './scope.ts';
import { storeWithRows } from './store-rows.ts';
import type { ReporteDeRenglones, Sentido } from './tables.ts';

// A year of an invented company through the tables: the rows and the lines are those of the package itself.

const server = withServer();
const year = companyYear(20_261, 30);
const months = Array.from({ length: 12 }, (_, i) => addMonths('202601' as Periodo, i));
let scope: Scope;

/** The package's own rows of a report, by the number and the moment of each. */
function expected(reporte: ReporteDeRenglones) {
  const { declarant, purchases, sales, abroad } = year;
  if (reporte === '607')
    return [
      ...distinct(
        sales.flatMap(({ receipt, answers }) => deriveSale(receipt, declarant, answers) ?? []),
        false,
      ),
    ];
  if (reporte === '609')
    return [
      ...distinct(
        purchases.flatMap(({ receipt }) => derivePaymentAbroad(receipt, abroad[receipt.ncf]) ?? []),
        true,
      ),
    ];
  return [
    ...distinct(
      purchases.flatMap(({ receipt, answers }) => derivePurchase(receipt, declarant, answers)),
      true,
    ),
  ];
}

beforeAll(async () => {
  const { id } = await stranger(server, bare);
  scope = { empresaId: id, ambiente: 'testecf', rnc: year.declarant.rnc };
  const brought = (sentido: Sentido, list: typeof year.purchases | typeof year.sales) =>
    list.map(({ receipt, answers }) => {
      const answered =
        sentido === 'venta' ? rowToTexts('607', answers as object) : rowToTexts('606', answers as object);
      const respuestas = {
        ...answered,
        ...(sentido === 'compra' && rowToTexts('609', year.abroad[receipt.ncf] ?? {})),
      };
      const recibo = writeReceipt(receipt);
      return { receipt, recibo, respuestas, sentido, fuente: 'cargado' as const, documento_id: null, excluido: null };
    });
  const all = [...brought('compra', year.purchases), ...brought('venta', year.sales)];
  for (let at = 0; at < all.length; at += 200)
    await server.ctx.db.tenant(id, (tx) => storeWithRows(tx, scope, all.slice(at, at + 200), new Date(), 'documento'));
});

test.each(['606', '607', '609'] as const)('the rows of the %s are those of the package', async (reporte) => {
  const rows = [];
  for (const month of months)
    for await (const page of rowPages(server.ctx.db, scope, reporte, daysOf(month))) rows.push(...page);
  // Fields that only the law suggests for a person are in our rows and pending there.
  const answered = (fila: object, pending: readonly string[]) =>
    JSON.stringify(Object.entries(fila).filter(([key]) => !pending.includes(key)));
  const ours = rows.map(({ fila, pendientes }) => answered(JSON.parse(fila), pendientes)).sort();
  const theirs = expected(reporte).map(({ row, pending }) => answered(rowToTexts(reporte, row as object), pending));
  expect(theirs.length).toBeGreaterThan(reporte === '609' ? 5 : 300);
  expect(ours).toEqual(theirs.sort());
});

test('the lines are those of the rows that are complete', async () => {
  const write = lineWriter('606');
  const complete = expected('606').filter(({ pending }) => pending.length === 0);
  const theirs = complete.map(({ row }) => write(row as never)).sort();
  const ours: string[] = [];
  for (const month of months)
    for await (const text of txtPages(server.ctx.db, scope, '606', month)) ours.push(...text.split('\r\n'));
  expect(theirs.length).toBeGreaterThan(200);
  expect(ours.sort()).toEqual(theirs);
});

test('a later payment is a row of the month of its day, and its amounts count once', async () => {
  let paid = 0;
  for (const month of months)
    for await (const page of rowPages(server.ctx.db, scope, '606', daysOf(month)))
      for (const { momento, fecha, fila, total } of page)
        if (momento === 'pago') {
          paid++;
          expect([fecha, total]).toEqual([JSON.parse(fila).fecha_pago, '0.00']);
        }
  expect(paid).toBeGreaterThan(0);
});
