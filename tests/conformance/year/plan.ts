import { chanceOf } from './chance.ts';
import { monthOf, type Purchase, type Sale, type Voided } from './event.ts';
import { purchasesOf } from './plan-purchases.ts';
import { salesOf } from './plan-sales.ts';
import { dayOf, type Plan } from './slots.ts';

// The year: from April to March, as companies may close on 31 March. Each month has every kind of business; amounts,
// days, doors and parties follow the seed.

export interface Year {
  readonly months: readonly string[];
  readonly sales: readonly Sale[];
  readonly purchases: readonly Purchase[];
  readonly voided: readonly Voided[];
}

/** The months that a year may have, AAAAMM. The law on withholding changes on 1 July 2026. */
export const wholeYear = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((n) =>
  n > 12 ? `2027${String(n - 12).padStart(2, '0')}` : `2026${String(n).padStart(2, '0')}`,
);

/** Makes the year of a seed, or its first months. */
export function yearOf(seed: number, months: readonly string[] = wholeYear): Year {
  const chance = chanceOf(seed);
  const counters = new Map<string, number>();
  const plan: Plan = {
    chance,
    sales: [],
    purchases: [],
    next(issuer, type) {
      // Books have numbers of their own ranges.
      const at = (counters.get(issuer + type) ?? (issuer.endsWith('q') ? 50_000 : 0)) + 1;
      counters.set(issuer + type, at);
      return type + String(at).padStart(type.startsWith('B') ? 8 : 10, '0');
    },
  };
  const voided: Voided[] = [];
  for (const [i, month] of months.entries()) {
    const slots = [...salesOf(chance, month, i), ...purchasesOf(chance, month, i)];
    for (const { make } of slots.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))) make(plan);
    const from = 9_000_000 + i * 10;
    const tipo = chance.oneOf(['31', '32'] as const);
    const reason = chance.oneOf(['01', '02', '04', '06', '08', '10'] as const);
    const day = dayOf(month, chance.whole(2, 26));
    if (i % 3 !== 2) voided.push({ tipo, from, to: from + chance.whole(0, 2), day, reason });
  }
  return { months, sales: plan.sales, purchases: plan.purchases, voided };
}

/** Documents of a month. */
export const inMonth = <One extends { readonly day: string }>(all: readonly One[], month: string): One[] =>
  all.filter(({ day }) => monthOf(day) === month);
