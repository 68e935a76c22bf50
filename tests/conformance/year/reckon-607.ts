import { figuresOf, isConsumer, isElectronic, money, monthOf, type Sale, sum } from './event.ts';
import type { Year } from './plan.ts';
import { some } from './reckon-606.ts';

// The 607 from its instructions (December 2025), the layout of its tool, NG 07-18 and NG 10-18.

/** Sales of some months. What the DGII rejected is no receipt. */
export const salesOf = ({ sales }: Year, isIn: (month: string) => boolean): Sale[] =>
  sales.filter(({ day, rejected }) => isIn(monthOf(day)) && rejected !== true);

/** Below RD$250,000.00 without taxes a sale to a consumer is only in the summary. */
const isSummarised = (one: Sale) => isConsumer(one.ncf) && figuresOf(one).base < 25_000_000;

/** Fields 17 to 23. */
export const formsOf = ({ forms }: Sale): number[] =>
  [1, 2, 3, 4, 5, 6, 7].map((form) =>
    sum(
      forms.filter((each) => each.form === form),
      ({ cents }) => cents,
    ),
  );

/** Fields 9 to 23; 11 and 13 are not enabled. */
function amountsOf(one: Sale): number[] {
  const { itbis, excise, other, tip } = figuresOf(one);
  const { itbis: withheld = 0, isr = 0 } = one.withheld ?? {};
  return [itbis, withheld, 0, isr, 0, excise, other, tip, ...formsOf(one)];
}

/** The 23 fields of a row. The kind of income has one digit. */
export function lineOf607(one: Sale): string {
  const { id, foreign } = one.party;
  return [
    id || foreign || '',
    id === '' ? (foreign === undefined ? '' : 3) : id.length === 9 ? 1 : 2,
    one.ncf,
    one.modifies?.ncf ?? '',
    one.income,
    one.day.replaceAll('-', ''),
    one.withheld?.day.replaceAll('-', '') ?? '',
    money(figuresOf(one).base),
    ...amountsOf(one).map(some),
  ].join('|');
}

/** The detailed rows: no e-CF, which the DGII has already, and no summarised sale. */
export const linesOf607 = (year: Year, isIn: (month: string) => boolean): string[] =>
  salesOf(year, isIn)
    .filter((one) => !isElectronic(one.ncf) && !isSummarised(one))
    .map(lineOf607);

/** The summary of sales to consumers: how many, and fields 8, 9, 14 to 23. */
export function summaryOf(year: Year, month: string) {
  const all = salesOf(year, (each) => each === month).filter(isSummarised);
  return ['B02', 'E32'].map((tipo) => {
    const ones = all.filter(({ ncf }) => ncf.startsWith(tipo));
    const columns = ones.map((one) => {
      const [itbis, , , , , ...more] = amountsOf(one);
      return [figuresOf(one).base, itbis!, ...more];
    });
    const montos = Array.from({ length: 12 }, (_, at) => money(sum(columns, (column) => column[at]!)));
    return { tipo, cantidad: ones.length, montos };
  });
}
