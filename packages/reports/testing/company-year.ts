export { inventedRNC } from './chance.ts';

import type { Declarant, VoidedRange } from '../src/derive/input.ts';
import type { Answers609 } from '../src/derive/payment-abroad.ts';
import type { tipoAnulacion } from '../src/layout/codes.ts';
import { chanceOf, dayOf, inventedRNC, ncfOf } from './chance.ts';
import { type InventedPurchase, purchasesOf } from './company-purchases.ts';
import { type InventedSale, salesOf } from './company-sales.ts';

export type { InventedPurchase } from './company-purchases.ts';
export type { InventedSale } from './company-sales.ts';

/** Numbers that the invented company voided. */
export interface InventedVoid {
  readonly range: VoidedRange;
  readonly motivo?: keyof typeof tipoAnulacion;
}

/** A year of an invented company, as input of the derivations. */
export interface CompanyYear {
  readonly declarant: Declarant;
  readonly year: number;
  readonly purchases: readonly InventedPurchase[];
  readonly sales: readonly InventedSale[];
  readonly voided: readonly InventedVoid[];
  /** Answers for the payments abroad among the purchases, by their number. */
  readonly abroad: Readonly<Record<string, Answers609>>;
}

/**
 * A year with the difficult cases of the reports: foreign currency, notes across months, withholdings, later payments,
 * tips, excises, small expenses, payments abroad, receipts that appear twice, and three of a hundred purchases with a
 * fault.
 * @param seed the same seed gives the same year
 * @param monthly purchases and sales of each month
 */
export function companyYear(seed: number, monthly = 40, year = 2026): CompanyYear {
  const chance = chanceOf(seed);
  const declarant = { rnc: inventedRNC(9_000_000 + (seed % 1000)) };
  const months = Array.from({ length: 12 }, (_, i) => i + 1);
  const purchases = months.flatMap((month) => purchasesOf(chance, declarant.rnc, year, month, monthly));
  const sales = months.flatMap((month) => salesOf(chance, declarant.rnc, year, month, monthly));
  const voided = months.map((month): InventedVoid => {
    const first = month * 10_000 + 9_000;
    const range = {
      desde: ncfOf('B01', first),
      hasta: ncfOf('B01', first + chance.whole(0, 3)),
      fecha: dayOf(year, month, chance.whole(1, 28)),
    };
    return chance.percent(80) ? { range, motivo: chance.oneOf(['01', '04', '08', '10'] as const) } : { range };
  });
  const abroad = Object.fromEntries(
    purchases
      .filter(({ receipt }) => /^(B17|E47)/.test(receipt.ncf))
      .map(({ receipt }): [string, Answers609] => [
        receipt.ncf,
        chance.percent(90)
          ? {
              detalle_servicio: chance.oneOf(['84', '21', '71'] as const),
              pais: '840',
              tipo_id_tributaria: '2',
              parte_relacionada: '0',
            }
          : {},
      ]),
  );
  return { declarant, year, purchases, sales, voided, abroad };
}
