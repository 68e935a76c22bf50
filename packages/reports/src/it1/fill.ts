import { add, compare, type Decimal, decimal, divide, isZero, mul, neg, zero } from '@timbre/values';
import type { Mark } from '../derive/marks.ts';
import { anexoA } from './anexo-a.ts';
import { type Box, type Formula, isManual, type Term } from './box.ts';
import type { IT1Facts } from './facts.ts';
import { boxes, it1Form } from './it1-boxes.ts';

/** A box with its figure. */
export interface BoxValue {
  readonly id: string;
  readonly label: string;
  /** RD$; percent in A54. */
  readonly amount: Decimal;
  /**
   * `calculado` from rows or boxes, `respondido` by a person, `pendiente` (zero) if a person must fill it and has not.
   */
  readonly mark: Mark;
  /** Rows that fed it. */
  readonly rows: number;
  /** Definition of the box: the entry of the table, with its feed (a filter of rows) and its formula (other boxes). */
  readonly box: Box;
}

/** The filled form. */
export interface FilledIT1 {
  readonly anexoA: readonly BoxValue[];
  readonly it1: readonly BoxValue[];
  /** Any box or control by its id. Throws RangeError for an id that does not exist. */
  readonly value: (id: string) => BoxValue;
}

/**
 * Fills the IT-1 with its Anexo A.
 * @param facts rows of the period
 * @param answers amounts in RD$ of boxes that a person fills, or of fed boxes that a person corrects; an answer for a box with
 * only a formula throws RangeError
 */
export function fillIT1(facts: IT1Facts, answers: Readonly<Record<string, Decimal>> = {}): FilledIT1 {
  for (const id of Object.keys(answers)) {
    const box = boxOf(id);
    if (box.feed === undefined && box.formula !== undefined) throw new RangeError(`box ${id} follows from others`);
  }
  const known = new Map<string, BoxValue>();
  const value = (id: string): BoxValue => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const computed = evaluate(boxOf(id));
    known.set(id, computed);
    return computed;
  };
  const amountOf = (id: string): Decimal => value(id).amount;
  const evaluate = (box: Box): BoxValue => {
    const { id, label, formula } = box;
    const rows = facts.get(id)?.count ?? 0;
    const answer = answers[id];
    if (answer !== undefined) return { id, label, amount: answer, mark: 'respondido', rows, box };
    const fed = facts.get(id)?.amount ?? zero;
    const amount = formula === undefined ? fed : add(fed, compute(formula, amountOf));
    return { id, label, amount, mark: isManual(box) ? 'pendiente' : 'calculado', rows, box };
  };
  return { anexoA: anexoA.map(({ id }) => value(id)), it1: it1Form.map(({ id }) => value(id)), value };
}

function boxOf(id: string): Box {
  const box = boxes.get(id);
  if (box === undefined) throw new RangeError(`no box ${id}`);
  return box;
}

const hundred = decimal('100');

/** A part as a percent of a whole with four decimals. Notes may be more than the rest: it stays between 0 and 100. */
function percentOf(part: Decimal, whole: Decimal): Decimal {
  const percent = divide(mul(part, hundred), whole, 4);
  if (compare(percent, zero) < 0) return zero;
  return compare(percent, hundred) > 0 ? hundred : percent;
}

function compute(formula: Formula, amountOf: (id: string) => Decimal): Decimal {
  const total = (terms: readonly Term[]) =>
    terms.reduce(
      (sum: Decimal, term) => add(sum, term.startsWith('-') ? neg(amountOf(term.slice(1))) : amountOf(term)),
      zero,
    );
  if (formula.sum !== undefined) {
    const amount = total(formula.sum);
    return formula.positive && compare(amount, zero) < 0 ? zero : amount;
  }
  if (formula.ratio !== undefined) {
    const [terms, whole] = formula.ratio;
    return isZero(amountOf(whole)) ? zero : percentOf(total(terms), amountOf(whole));
  }
  if (formula.times !== undefined)
    return divide(mul(amountOf(formula.times[0]), amountOf(formula.times[1])), hundred, 2);
  const { percent = '0', of = '', share = '100' } = formula;
  return divide(mul(mul(amountOf(of), decimal(percent)), decimal(share)), decimal('10000'), 2);
}
