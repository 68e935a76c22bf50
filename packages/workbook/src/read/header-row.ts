import type { Row, Sheet } from './sheet.ts';

/** Rows of a sheet in which its headers are looked for: titles and notes may stand above them. */
const searched = 20;

/** The row with the headers of a sheet. */
export interface HeaderRow {
  readonly row: Row;
  readonly texts: readonly string[];
  /** How many of its columns are known. */
  readonly known: number;
  /** Whether rows follow it. */
  readonly hasData: boolean;
}

/**
 * The row of a sheet, among its first, that knows most columns; the first of them if several do, or none knows any.
 *
 * @param countKnown counts the headers that are known among the texts of a row; 0 for a row that has none
 * @returns undefined for an empty sheet
 * @throws WorkbookError of reading the sheet
 */
export function findHeaderRow(sheet: Sheet, countKnown: (texts: readonly string[]) => number): HeaderRow | undefined {
  let best: Omit<HeaderRow, 'hasData'> | undefined;
  let last = 0;
  let rows = 0;
  for (const row of sheet.rows()) {
    last = row.number;
    if (++rows > searched) break;
    const texts = row.cells.map((text) => text ?? '');
    const known = countKnown(texts);
    if (best === undefined || known > best.known) best = { row, texts, known };
  }
  return best && { ...best, hasData: last > best.row.number };
}
