import { add, type Decimal, divide, isZero, mul, sub, sum } from '@timbre/values';
import type { SaleFacts } from './sale.ts';

const parts = ['gravado18', 'gravado16', 'gravado0', 'exento'] as const;
const baseOf = (facts: SaleFacts): Decimal => sum(parts.map((part) => facts[part]));

/**
 * Splits the base of a credit note issued more than 30 days after its sale in proportion to the parts of that sale. For
 * notes whose source states no parts: on paper or in books such a note has no ITBIS, as the law requires, and would be
 * treated as exempt. A note with taxed parts of its own is returned unchanged.
 *
 * @param note a late credit note; @param modified the sale that it modifies
 * @returns facts with the same sum; the exempt part includes the rounding difference
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
