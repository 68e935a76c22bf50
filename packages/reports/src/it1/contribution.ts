import { add, type Decimal, decimal, divide, mul, neg, zero } from '@timbre/values';
import type { Box } from './box.ts';
import { addPurchase, addSale, type Entry, noFacts } from './facts.ts';
import { boxes } from './it1-boxes.ts';

/**
 * The amount that one row adds to a box, RD$: a credit note usually subtracts. Over all rows this adds up to the box, before what a
 * person filled by hand and before a box that is never negative is cut at zero.
 *
 * @returns undefined for a box that is no sum of its rows: the coefficient of Anexo A, and what follows from it
 */
export function contributionOf(box: Box, entry: Entry): Decimal | undefined {
  const facts = entry.format === '606' ? addPurchase(noFacts(), entry) : addSale(noFacts(), entry);
  const of = ({ id, formula }: Box): Decimal | undefined => {
    const fed = facts.get(id)?.amount ?? zero;
    if (formula === undefined) return fed;
    if (formula.sum !== undefined) return sumOf(formula.sum, fed, of);
    if (formula.percent === undefined) return undefined;
    const whole = of(boxes.get(formula.of!)!);
    const { percent, share = '100' } = formula;
    return whole && add(fed, divide(mul(mul(whole, decimal(percent)), decimal(share)), decimal('10000'), 2));
  };
  return of(box);
}

function sumOf(terms: readonly string[], fed: Decimal, of: (box: Box) => Decimal | undefined): Decimal | undefined {
  let total = fed;
  for (const term of terms) {
    const isLess = term.startsWith('-');
    const amount = of(boxes.get(isLess ? term.slice(1) : term)!);
    if (amount === undefined) return undefined;
    total = add(total, isLess ? neg(amount) : amount);
  }
  return total;
}
