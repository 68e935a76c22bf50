import { type CodeTable, listFields } from '@timbre/ecf';
import { formatDecimal, parseDecimal } from '@timbre/values';
import type { Row } from '../../../libro/sheet.ts';

type Kind = 'ECF' | 'RFCE';

/** The code table of each element that has one, by its name in lower case. */
const codesOf = (kind: Kind): ReadonlyMap<string, CodeTable> =>
  new Map(listFields(kind).flatMap(({ name, codes }) => (codes === undefined ? [] : [[name.toLowerCase(), codes]])));

const codes: Readonly<Record<Kind, ReadonlyMap<string, CodeTable>>> = { ECF: codesOf('ECF'), RFCE: codesOf('RFCE') };

/** Columns whose numbers get two decimals. @source Specification, Excel import: discounts and surcharges */
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
 * Restores what a spreadsheet removes from typed numbers: it stores `01` and `1.0` as 1, and 1500.50 as 1500.5. A code
 * becomes the one of its table with that value (`01`, `010100`, `1.0`); the amounts of an RFCE, and the discounts and
 * surcharges of an e-CF, get two decimals. Text cells are not changed.
 *
 * @param headers of the sheet
 * @returns a function that changes a row in place
 * @source Formato RFCE v1.0: whole amounts, or with two decimals
 */
export function numberFitter(kind: Kind, headers: readonly string[]): (row: Row) => void {
  const names = headers.map((header) => header.trim().replace(/\[.*/, '').toLowerCase());
  const tables = names.map((name) => codes[kind].get(name));
  return ({ cells, numbers }) => {
    for (const column of numbers) {
      const text = cells[column]!;
      const table = tables[column];
      if (table !== undefined && !(text in table)) {
        cells[column] = Object.keys(table).find((code) => Number(code) === Number(text)) ?? text;
      } else if (table === undefined && kind === 'RFCE' && /^-?\d+\.\d$/.test(text)) cells[column] = `${text}0`;
      else if (kind === 'ECF' && twoDecimals.has(names[column]!)) cells[column] = withTwoDecimals(text);
    }
  };
}
