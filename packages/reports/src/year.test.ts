import { type Decimal, formatDecimal, type Periodo } from '@timbre/values';
import { describe, expect, inject, test } from 'vitest';
import { type CompanyYear, companyYear } from '../testing/company-year.ts';
import { secondIT1 } from '../testing/second-it1.ts';
import { secondReading } from '../testing/second-reading.ts';
import * as reports from './index.ts';

// A year of an invented company, derived by the package and by a second implementation that shares no code with it.

const text = (pieces: Iterable<string>) => [...pieces].join('');

/** Result of the package for a year: entries of each format by period. */
function derived({ declarant, purchases, sales, voided, abroad }: CompanyYear) {
  const bought = reports.distinct(
    purchases.flatMap(({ receipt, answers }) => reports.derivePurchase(receipt, declarant, answers)),
    true,
  );
  const sold = reports.distinct(
    sales.flatMap(({ receipt, answers }) => reports.deriveSale(receipt, declarant, answers) ?? []),
    false,
  );
  const paid = reports.distinct(
    purchases.flatMap(({ receipt }) => reports.derivePaymentAbroad(receipt, abroad[receipt.ncf]) ?? []),
    true,
  );
  const annulled = voided.flatMap(({ range, motivo }) => [...reports.deriveVoided(range, motivo)]);
  const by = <Entry>(entries: Iterable<Entry>, period: (entry: Entry) => string) => {
    const months = new Map<string, Entry[]>();
    for (const entry of entries) months.set(period(entry), [...(months.get(period(entry)) ?? []), entry]);
    return months;
  };
  const month = (fecha: string | undefined) => `${fecha?.slice(6)}${fecha?.slice(3, 5)}`;
  return {
    '606': by(bought, ({ periodo }) => periodo),
    '607': by(sold, ({ row }) => month(row.fecha_comprobante)),
    '608': by(annulled, ({ row }) => month(row.fecha_comprobante)),
    '609': by(paid, ({ row }) => month(row.fecha_documento)),
  };
}

const periods = Array.from({ length: 12 }, (_, i) => `2026${String(i + 1).padStart(2, '0')}` as Periodo);
const formats = ['606', '607', '608', '609'] as const;
const cents = (amount: Decimal) => BigInt(formatDecimal(amount, 2).replace('.', ''));

describe.each([1, 20_261, inject('seed')])('the year of seed %i', (seed) => {
  const year = companyYear(seed);
  const ours = derived(year);
  const theirs = secondReading(year);

  test.each(formats)('the lines of the %s are those of the second implementation', (format) => {
    for (const periodo of periods) {
      const rows = (ours[format].get(periodo) ?? []).map(({ row }) => row) as never[];
      const header = { rnc: year.declarant.rnc, periodo, cantidad: rows.length };
      const file = text(reports.writeTxt(format, header, rows));
      const lines = theirs[format].get(periodo) ?? [];
      expect(file).toBe([`${format}|${year.declarant.rnc}|${periodo}|${lines.length}`, ...lines].join('\r\n'));
    }
  });

  test('the boxes of the IT-1 are those of the second implementation', () => {
    for (const periodo of periods) {
      const facts = reports.noFacts();
      for (const sale of ours['607'].get(periodo) ?? []) reports.addSale(facts, sale);
      for (const purchase of ours['606'].get(periodo) ?? []) reports.addPurchase(facts, purchase);
      const form = reports.fillIT1(facts);
      const expected = secondIT1(year, periodo);
      const paid = new Set(Array.from({ length: 8 }, (_, i) => `A${12 + i}`));
      for (const { id, amount } of [...form.anexoA, ...form.it1]) {
        if (paid.has(id)) continue;
        const actual = id === 'A54' ? BigInt(formatDecimal(amount, 4).replace('.', '')) : cents(amount);
        expect([periodo, id, actual]).toEqual([periodo, id, expected.get(id) ?? 0n]);
      }
    }
  });

  test('the year has all difficult cases', () => {
    const all = [...ours['606'].values()].flat();
    expect(all.some(({ momento }) => momento === 'pago')).toBe(true);
    expect(all.some(({ pending }) => pending.length > 0)).toBe(true);
    expect(all.some(({ row }) => reports.isNotaCredito(row.ncf!))).toBe(true);
    expect(all.some(({ why }) => why.monto_servicios?.mark === 'estimado')).toBe(true);
    expect(year.purchases.length).toBeGreaterThan(new Set(year.purchases).size);
  });
});

test('the same seed gives the same year', () => {
  expect(companyYear(5, 10)).toEqual(companyYear(5, 10));
  expect(companyYear(5, 10)).not.toEqual(companyYear(6, 10));
});
