import { abs, add, compare, type Decimal, decimal, isZero, type Periodo, sub, sum, zero } from '@timbre/values';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companyYear } from '../testing/company-year.ts';
import * as reports from './index.ts';

const runs = { numRuns: 40 };
const seeds = fc.integer({ min: 1, max: 1_000_000 });
const text = (pieces: Iterable<string>) => [...pieces].join('');
const amount = (value: unknown): Decimal => (value as Decimal | undefined) ?? zero;
const same = (a: Decimal | undefined, b: Decimal | undefined) => compare(a ?? zero, b ?? zero) === 0;

const purchasesOf = (seed: number): reports.Purchase[] => {
  const { declarant, purchases } = companyYear(seed, 6);
  return purchases.flatMap(({ receipt, answers }) => reports.derivePurchase(receipt, declarant, answers));
};
const salesOf = (seed: number): reports.Sale[] => {
  const { declarant, sales } = companyYear(seed, 6);
  return sales.flatMap(({ receipt, answers }) => reports.deriveSale(receipt, declarant, answers) ?? []);
};
const factsOf = (purchases: Iterable<reports.PurchaseEntry>, sales: Iterable<reports.SaleEntry>) => {
  const facts = reports.noFacts();
  for (const purchase of purchases) reports.addPurchase(facts, purchase);
  for (const sale of sales) reports.addSale(facts, sale);
  return facts;
};
/** Facts as text, in the order of the boxes. */
const shown = (facts: reports.IT1Facts) =>
  [...reports.boxes.keys()].flatMap((id) => {
    const fed = facts.get(id);
    return fed === undefined ? [] : [`${id} ${fed.count} ${fed.amount.units}/${fed.amount.scale}`];
  });

test('the parts of a purchase add up', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      for (const { row, pending } of purchasesOf(seed)) {
        if (!pending.includes('monto_servicios'))
          expect(same(row.total_monto_facturado, add(row.monto_servicios ?? zero, row.monto_bienes ?? zero))).toBe(
            true,
          );
        if (!reports.isPagoExterior(row.ncf!))
          expect(same(row.itbis_adelantar, sub(row.itbis_facturado ?? zero, row.itbis_costo ?? zero))).toBe(true);
      }
    }),
    runs,
  );
});

test('the payments of a sale add up to it, but for forms that exceed it', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      for (const { row, pending } of salesOf(seed)) {
        if (reports.isNota(row.ncf!) || pending.includes('efectivo')) continue;
        const billed = [row.monto_facturado, row.itbis_facturado, row.isc, row.otros_impuestos, row.propina_legal];
        const paid = sum(reports.payments607.map((key) => row[key] ?? zero));
        expect(compare(paid, sum(billed.map((part) => part ?? zero)))).toBeGreaterThanOrEqual(0);
      }
    }),
    runs,
  );
});

test('every field that is filled or pending has its reason, and no amount is negative', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      for (const { row, why, pending } of [...purchasesOf(seed), ...salesOf(seed)] as reports.Derived<'606'>[]) {
        expect(Object.keys(why).sort()).toEqual([...new Set([...Object.keys(row), ...pending])].sort());
        for (const value of Object.values(row)) if (typeof value === 'object') expect(value.units >= 0).toBe(true);
      }
    }),
    runs,
  );
});

test('the order of the rows and where they are cut do not change the IT-1', () => {
  fc.assert(
    fc.property(seeds, fc.nat(), (seed, cut) => {
      const [purchases, sales] = [purchasesOf(seed), salesOf(seed)];
      const whole = shown(factsOf(purchases, sales));
      expect(shown(factsOf(purchases.toReversed(), sales.toReversed()))).toEqual(whole);
      const at = cut % purchases.length;
      const merged = reports.mergeFacts(factsOf(purchases.slice(at), []), factsOf(purchases.slice(0, at), sales));
      expect(shown(merged)).toEqual(whole);
    }),
    runs,
  );
});

test('rows that are added twice count once', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const [purchases, sales] = [purchasesOf(seed), salesOf(seed)];
      const once = factsOf(reports.distinct(purchases, true), reports.distinct(sales, false));
      const twice = factsOf(
        reports.distinct([...purchases, ...purchases], true),
        reports.distinct([...sales, ...sales], false),
      );
      expect(shown(twice)).toEqual(shown(once));
    }),
    runs,
  );
});

test('a file that is written is read back the same, in every style', () => {
  const styles = [reports.oficial, reports.herramienta, { ...reports.oficial, tipoIngresoDigits: 2 } as const];
  fc.assert(
    fc.property(seeds, fc.constantFrom(...styles), (seed, style) => {
      for (const [code, entries] of [
        ['606', purchasesOf(seed)],
        ['607', salesOf(seed)],
      ] as const) {
        const rows = entries.map(({ row }) => row) as never[];
        const header = { rnc: '132000005', periodo: '202608' as Periodo, cantidad: rows.length };
        const file = text(reports.writeTxt(code, header, rows, style));
        const read = reports.parseTxt(code, file);
        expect(read.faults).toEqual([]);
        expect(read.header).toEqual(header);
        expect(text(reports.writeTxt(code, header, read.rows as never[], style))).toBe(file);
        expect([...reports.differences(code, read.rows as never[], rows)]).toEqual([]);
        expect(/^[\x20-\x7e\r\n]*$/.test(file)).toBe(true);
      }
    }),
    runs,
  );
});

test('a file in the form of the specification is read back: all of the 606, the 607 in whole pesos', {
  tags: ['SR9-1'],
}, () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const header = (cantidad: number) => ({ rnc: '132000005', periodo: '202608' as Periodo, cantidad });
      const purchases = purchasesOf(seed).map(({ row }) => row as reports.Row606);
      const file606 = text(reports.writeClasico606(header(purchases.length), purchases));
      const read606 = reports.parseTxt('606', file606);
      expect([read606.header, read606.faults]).toEqual([header(purchases.length), []]);
      const ofCompanies = purchases.map((row) => ({ ...row, tipo_id: '1' as const }));
      expect([...reports.differences('606', ofCompanies, read606.rows)]).toEqual([]);

      const sales = salesOf(seed).map(({ row }) => row as reports.Row607);
      const read607 = reports.parseTxt('607', text(reports.writeClasico607(header(sales.length), sales)));
      expect([read607.header, read607.faults, read607.decimals]).toEqual([header(sales.length), [], false]);
      for (const [i, row] of sales.entries())
        for (const { key, kind } of reports.fields607) {
          const [wrote, read] = [row[key], read607.rows[i]![key]];
          if (kind !== 'amount') expect(read).toBe(wrote);
          else expect(compare(abs(sub(amount(wrote), amount(read))), decimal('0.50'))).toBeLessThanOrEqual(0);
        }
    }),
    runs,
  );
});

test('any text can be written and read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (nombre) => {
      const row = { nombre, id_tributaria: nombre } as never;
      const file = text(
        reports.writeTxt('609', { rnc: '132000005', periodo: '202608' as Periodo, cantidad: 1 }, [row]),
      );
      expect(file.split('\r\n').length).toBe(2);
      expect(file.split('\r\n')[1]!.split('|').length).toBe(13);
    }),
  );
});

test('any text is read without throwing, up to its limits', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('|', '\r\n', '\n', '606|132000005|202608|1', '20260801', '1000.00', '01'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { rows, faults } = reports.parseTxt('606', pieces.join(''));
      const context = { declarante: '132000005', periodo: '202608' as Periodo };
      for (const problem of reports.check('606', rows, context)) expect(problem.message.length).toBeGreaterThan(10);
      for (const { line } of faults) expect(line).toBeGreaterThan(0);
    }),
  );
});

test('an estimate of income tax never falls when the income rises', () => {
  const amount = fc.nat({ max: 500_000_000 }).map((units): Decimal => ({ units, scale: 2 }));
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const [low, high] = compare(a, b) <= 0 ? [a, b] : [b, a];
      const tax = (income: Decimal) => reports.individualIncomeTax(income, 2026);
      // The published fixed parts are whole pesos, some cents below the exact ones, which leaves a step of less than a
      // peso.
      expect(compare(add(tax(high), { units: 1, scale: 0 }), tax(low))).toBeGreaterThanOrEqual(0);
      expect(isZero(tax(low)) || compare(low, { units: 416_220, scale: 0 }) > 0).toBe(true);
    }),
  );
});
