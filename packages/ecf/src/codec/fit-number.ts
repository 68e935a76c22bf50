import { formatDecimal, parseDecimal } from '@timbre/values';
import { listFields } from '../describe-field.ts';
import type { CodeTable } from '../schema/codes/code-table.ts';

type Kind = 'ECF' | 'RFCE';

/** The code table of each element that has one, by its name in lower case. */
const codesOf = (kind: Kind): ReadonlyMap<string, CodeTable> =>
  new Map(listFields(kind).flatMap(({ name, codes }) => (codes === undefined ? [] : [[name.toLowerCase(), codes]])));

const codes: Readonly<Record<Kind, ReadonlyMap<string, CodeTable>>> = { ECF: codesOf('ECF'), RFCE: codesOf('RFCE') };

/** Elements whose numbers get two decimals. @source Specification, Excel import: discounts and surcharges */
const twoDecimals: ReadonlySet<string> = new Set([
  'recargomonto',
  'montosubdescuento',
  'montosubrecargo',
  'montodescuentoorecargo',
]);

/** A number with two decimals, rounded half-up; the text itself where it is no plain decimal. */
function withTwoDecimals(text: string): string {
  const value = parseDecimal(text);
  return value === undefined ? text : formatDecimal(value, 2);
}

/**
 * Makes the function that restores the digits that a number loses: spreadsheets and JSON store `01` and `1.0` as 1, and
 * 1500.50 as 1500.5. A code becomes the one of its table with that value (`01`, `010100`, `1.0`). An amount of an RFCE
 * with one decimal gets a second one; the discounts and surcharges of an e-CF get two decimals.
 *
 * @param name of the element, in any letter case, without index
 * @returns a function from the text of a number to that of the element
 * @source Formato RFCE v1.0: whole amounts, or with two decimals
 */
export function numberFitter(kind: Kind, name: string): (text: string) => string {
  const element = name.toLowerCase();
  const table = codes[kind].get(element);
  if (table !== undefined)
    return (text) =>
      text in table ? text : (Object.keys(table).find((code) => Number(code) === Number(text)) ?? text);
  if (kind === 'RFCE') return (text) => (/^-?\d+\.\d$/.test(text) ? `${text}0` : text);
  return twoDecimals.has(element) ? withTwoDecimals : (text) => text;
}
