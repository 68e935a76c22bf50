import { type Decimal, formatDecimal, type Periodo } from '@timbre/values';
import { describe, expect, inject, test } from 'vitest';
import { numberPlaces, type QuickBooksYear, quickbooksYear } from '../../testing/quickbooks-year.ts';
import { secondIT1 } from '../../testing/second-it1.ts';
import { secondQuickBooks } from '../../testing/second-quickbooks.ts';
import { secondReading } from '../../testing/second-reading.ts';
import * as reports from '../index.ts';

// A year of books in QuickBooks, read by the package and by a second implementation that shares no code with it.

/** Result of the package for the documents of a year. */
function readYear({ declarant, mapeo, records, documents }: QuickBooksYear) {
  const directory = reports.emptyDirectory();
  for (const { entity, json } of records) reports.addToDirectory(directory, entity, json);
  const numbers = new Map<string, string>();
  for (const { entity, json } of documents) {
    const ncf = reports.findNCF(numberPlaces(json));
    if (ncf !== undefined) numbers.set(`${entity}:${json.Id}`, ncf);
  }
  const context = {
    declarant,
    directory,
    mapping: reports.indexMapping(mapeo),
    numberOf: (entity: string, id: string) => numbers.get(`${entity}:${id}`),
  };
  const receipts: reports.QuickBooksReceipt[] = [];
  const failures: [string, string][] = [];
  const omitted: string[] = [];
  for (const { entity, json } of documents) {
    const id = reports.idOfQuickBooks(json);
    const read = reports.readQuickBooks(entity as reports.QuickBooksEntity, json);
    const outcome = 'failure' in read ? read : reports.receiptFromQuickBooks(read, context);
    if ('failure' in outcome) failures.push([id, outcome.failure.codigo]);
    else if ('omitted' in outcome) omitted.push(id);
    else receipts.push(outcome);
  }
  return { receipts, failures, omitted, context };
}

function derived({ receipts, context: { declarant } }: ReturnType<typeof readYear>) {
  const of = (side: string) => receipts.filter(({ sentido }) => sentido === side).map(({ receipt }) => receipt);
  const bought = [
    ...reports.distinct(
      of('compra').flatMap((receipt) => reports.derivePurchase(receipt, declarant)),
      true,
    ),
  ];
  const sold = [
    ...reports.distinct(
      of('venta').flatMap((receipt) => reports.deriveSale(receipt, declarant) ?? []),
      false,
    ),
  ];
  return { bought, sold };
}

const month = (fecha: string | undefined) => `${fecha?.slice(6)}${fecha?.slice(3, 5)}`;
const periods = Array.from({ length: 12 }, (_, i) => `2026${String(i + 1).padStart(2, '0')}` as Periodo);
const cents = (amount: Decimal) => BigInt(formatDecimal(amount, 2).replace('.', ''));

describe.each([3, 20_264, inject('seed')])('the books of seed %i', (seed) => {
  const year = quickbooksYear(seed, 60);
  const ours = readYear(year);
  const rows = derived(ours);
  const theirs = secondQuickBooks(year);
  const lines = secondReading(theirs.year);

  test('the documents that make no receipt are those of the second implementation, each with its reason', {
    tags: ['SR5-23'],
  }, () => {
    expect(ours.failures).toEqual(theirs.failures);
    expect(ours.omitted).toEqual(theirs.omitted);
    expect(new Set(ours.failures.map(([, code]) => code)).size).toBeGreaterThanOrEqual(5);
    expect(ours.omitted.length).toBeGreaterThan(20);
  });

  test.each(['606', '607'] as const)(
    'the lines of the %s are those of the second implementation',
    { tags: ['SR5-33'] },
    (format) => {
      for (const periodo of periods) {
        const reported =
          format === '606'
            ? rows.bought.filter((each) => each.periodo === periodo).map(({ row }) => row)
            : rows.sold.filter(({ row }) => month(row.fecha_comprobante) === periodo).map(({ row }) => row);
        const write = reports.lineWriter(format);
        expect(reported.map((row) => write(row as never))).toEqual(lines[format].get(periodo) ?? []);
      }
    },
  );

  test('the boxes of the IT-1 are those of the second implementation', { tags: ['SR5-33'] }, () => {
    const paid = new Set(Array.from({ length: 8 }, (_, i) => `A${12 + i}`));
    for (const periodo of periods) {
      const facts = reports.noFacts();
      for (const sale of rows.sold) if (month(sale.row.fecha_comprobante) === periodo) reports.addSale(facts, sale);
      for (const purchase of rows.bought) if (purchase.periodo === periodo) reports.addPurchase(facts, purchase);
      const form = reports.fillIT1(facts);
      const expected = secondIT1(theirs.year, periodo);
      for (const { id, amount } of [...form.anexoA, ...form.it1]) {
        if (paid.has(id)) continue;
        const actual = id === 'A54' ? BigInt(formatDecimal(amount, 4).replace('.', '')) : cents(amount);
        expect([periodo, id, actual]).toEqual([periodo, id, expected.get(id) ?? 0n]);
      }
    }
  });

  test('the books of a year contain all difficult cases', { tags: ['SR3-5'] }, () => {
    const codes = new Set(rows.bought.flatMap(({ why }) => Object.values(why).map(({ code }) => code)));
    for (const { why } of rows.sold) for (const { code } of Object.values(why)) codes.add(code);
    const declared = Object.keys(reports.derivations).filter((code) => code.startsWith('D-QB-'));
    expect(declared.filter((code) => !codes.has(code))).toEqual([]);
    const records = ours.receipts.map((receipt) => reports.recordOf(receipt, ours.context));
    expect(new Set(records.map(({ casillaAviso }) => casillaAviso))).toEqual(
      new Set([undefined, 'Sin clasificar', 'Error en mapeo']),
    );
    expect(records.some(({ esCajaChica, rnc }) => esCajaChica && rnc === year.declarant.rnc)).toBe(true);
    expect(records.some(({ rnc }) => rnc === 'Sin RNC')).toBe(true);
    expect(rows.bought.length).toBeLessThan(ours.receipts.filter(({ sentido }) => sentido === 'compra').length);
  });

  test('a receipt read back makes the same rows', () => {
    for (const { receipt, sentido } of ours.receipts) {
      const back = reports.readReceipt(reports.writeReceipt(receipt));
      if (sentido === 'compra')
        expect(reports.derivePurchase(back, year.declarant)).toEqual(reports.derivePurchase(receipt, year.declarant));
      else expect(reports.deriveSale(back, year.declarant)).toEqual(reports.deriveSale(receipt, year.declarant));
    }
  });
});
