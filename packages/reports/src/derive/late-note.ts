import { add, type Decimal, divide, isZero, mul, sub, sum } from '@timbre/values';
import type { SaleFacts } from './sale.ts';

const parts = ['gravado18', 'gravado16', 'gravado0', 'exento'] as const;
const baseOf = (facts: SaleFacts): Decimal => sum(parts.map((part) => facts[part]));

/**
 * What a credit note of more than 30 days takes back, where its source states no parts: on paper or in books it has no ITBIS, as the
 * law wants, and would be taken for exempt. It takes from each part of the sale that it modifies in proportion. A note that has
 * taxed parts of its own keeps them.
 *
 * @param note a late credit note; @param modified the sale that it modifies
 * @returns facts with the same sum, in which the exempt part takes what rounding leaves
 * @source Código Tributario, art. 338
 */
export function partsOfModified(note: SaleFacts, modified: SaleFacts): SaleFacts {
  const [base, whole] = [baseOf(note), baseOf(modified)];
  if (isZero(whole) || !parts.every((part) => part === 'exento' || isZero(note[part]))) return note;
  const share = (part: Decimal) => divide(mul(base, part), whole, 2);
  const [gravado18, gravado16, gravado0] = [modified.gravado18, modified.gravado16, modified.gravado0].map(share) as [
    Decimal,
    Decimal,
    Decimal,
  ];
  return { ...note, gravado18, gravado16, gravado0, exento: sub(base, add(gravado18, add(gravado16, gravado0))) };
}
