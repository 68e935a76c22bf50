import { type CodeTable, listFields } from '@timbre/ecf';
import type { Row } from './sheet.ts';

type Kind = 'ECF' | 'RFCE';

/** The codes of each element that has a table of them, by its name in lower case. */
const codesOf = (kind: Kind): ReadonlyMap<string, CodeTable> =>
  new Map(listFields(kind).flatMap(({ name, codes }) => (codes === undefined ? [] : [[name.toLowerCase(), codes]])));

const codes: Readonly<Record<Kind, ReadonlyMap<string, CodeTable>>> = { ECF: codesOf('ECF'), RFCE: codesOf('RFCE') };

/**
 * Gives back to number cells what a spreadsheet takes away from what was typed in: it keeps `01` and `1.0` as 1, and
 * 1500.50 as 1500.5. A code becomes the one of its table with that value (`01`, `010100`, `1.0`), and the amounts of
 * an RFCE get their two decimals. Text cells are never touched.
 *
 * @param headers of the sheet
 * @returns what changes a row in place
 * @source Formato RFCE v1.0: whole amounts, or with two decimals
 */
export function numberFitter(kind: Kind, headers: readonly string[]): (row: Row) => void {
  const tables = headers.map((header) => codes[kind].get(header.trim().replace(/\[.*/, '').toLowerCase()));
  return ({ cells, numbers }) => {
    for (const column of numbers) {
      const text = cells[column]!;
      const table = tables[column];
      if (table !== undefined && !(text in table)) {
        cells[column] = Object.keys(table).find((code) => Number(code) === Number(text)) ?? text;
      } else if (table === undefined && kind === 'RFCE' && /^-?\d+\.\d$/.test(text)) cells[column] = `${text}0`;
    }
  };
}
