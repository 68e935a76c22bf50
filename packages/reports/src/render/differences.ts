import { compare, type Decimal, sub, zero } from '@timbre/values';
import { type Drafts, type FormatCode, formatOf } from '../layout/formats.ts';

/** A difference between two filings of a format. */
export interface Difference {
  /** Number of the receipt or document. */
  readonly ncf: string;
  /** A line that only the later filing has, a line that only the earlier one has, or a field with another value. */
  readonly kind: 'agregada' | 'quitada' | 'cambiada';
  /** Key of the field that changed. */
  readonly field?: string;
  /** Values in the earlier and the later filing; amounts are decimals, everything else text. */
  readonly before?: string | Decimal;
  readonly after?: string | Decimal;
  /** After minus before, of an amount; a missing amount counts as zero. */
  readonly difference?: Decimal;
}

/**
 * Changes between two filings, per receipt and field. Rows are paired by party and number; rows with the same party and
 * number are paired in their order. Otherwise the order of rows does not matter. `1000` and `1000.00` are equal, and a
 * missing amount is zero.
 * @returns removed and changed lines in the order of `before`, then added ones in the order of `after`
 */
export function* differences<Code extends FormatCode>(
  code: Code,
  before: Iterable<Drafts[Code]>,
  after: Iterable<Drafts[Code]>,
): Generator<Difference> {
  const { fields } = formatOf(code);
  const waiting = new Map<string, Values[]>();
  for (const row of after as Iterable<Values>) {
    const key = keyOf(row);
    const same = waiting.get(key);
    if (same === undefined) waiting.set(key, [row]);
    else same.push(row);
  }
  for (const row of before as Iterable<Values>) {
    const other = waiting.get(keyOf(row))?.shift();
    if (other === undefined) {
      yield { ncf: numberOf(row), kind: 'quitada' };
      continue;
    }
    for (const { key, kind } of fields) {
      const [a, b] = [row[key], other[key]];
      const change =
        kind === 'amount' ? amountChange(a as Decimal, b as Decimal) : textChange(a as string, b as string);
      if (change !== undefined) yield { ncf: numberOf(row), kind: 'cambiada', field: key, ...change };
    }
  }
  for (const rows of waiting.values()) for (const row of rows) yield { ncf: numberOf(row), kind: 'agregada' };
}

type Values = Readonly<Record<string, unknown>>;

const numberOf = (row: Values): string => String(row.ncf ?? row.numero_documento ?? '');
const keyOf = (row: Values): string => `${row.rnc_cedula ?? row.id_tributaria ?? ''}|${numberOf(row)}`;

function amountChange(before: Decimal | undefined, after: Decimal | undefined) {
  if (compare(before ?? zero, after ?? zero) === 0) return undefined;
  return { ...sides(before, after), difference: sub(after ?? zero, before ?? zero) };
}

const textChange = (before: string | undefined, after: string | undefined) =>
  before === after ? undefined : sides(before, after);

const sides = <Value>(before: Value | undefined, after: Value | undefined) => ({
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});
