import { add, compare, type Decimal, decimal, divide, mul, sub, zero } from '@timbre/values';
import { type Dated, inForce } from '@timbre/values/dated';

/** One bracket of the annual scale: `fixed` and a percent of what exceeds `over`, in RD$. */
export interface Bracket {
  readonly over: Decimal;
  readonly fixed: Decimal;
  readonly percent: Decimal;
}

interface Scale extends Dated {
  readonly brackets: readonly Bracket[];
}

const bracket = (over: string, fixed: string, percent: string): Bracket => ({
  over: decimal(over),
  fixed: decimal(fixed),
  percent: decimal(percent),
});

/**
 * Annual scale of individuals. Unchanged through 2026; for 2027 an exemption of RD$480,000 is announced, but its scale was
 * not read, so it is not included.
 * @source Código Tributario, art. 296
 */
const scales: readonly Scale[] = [
  {
    desde: '2017-01-01',
    brackets: [bracket('416220', '0', '15'), bracket('624329', '31216', '20'), bracket('867123', '79776', '25')],
    source: 'Código Tributario, art. 296; scale frozen since 2017',
  },
];

/** The brackets of individuals in a year, lowest first; undefined before 2017. */
export const individualBrackets = (year: number): readonly Bracket[] | undefined =>
  inForce(scales, `${year}-12-31`)?.brackets;

/**
 * Annual income tax of an individual, marginal, in RD$ with two decimals; zero for a loss and before 2017.
 * @param income net income of the year, RD$
 */
export function individualIncomeTax(income: Decimal, year: number): Decimal {
  const bracket = individualBrackets(year)?.findLast(({ over }) => compare(income, over) > 0);
  return bracket === undefined
    ? zero
    : add(bracket.fixed, divide(mul(sub(income, bracket.over), bracket.percent), decimal('100'), 2));
}
