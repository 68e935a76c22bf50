import type { Row, Sheet } from '@timbre/workbook';

/** Rows of a sheet in which its headers are looked for: titles and notes may stand above them. */
const searched = 20;

/** The row with the headers of a sheet. */
export interface HeaderRow {
  readonly row: Row;
  readonly texts: readonly string[];
  /** Whether rows follow it. */
  readonly hasData: boolean;
}

/**
 * The row of a sheet, among its first, that knows most columns; the first of them if several do, or none knows any.
 *
 * @param known counts the headers that are known among the texts of a row
 * @returns undefined for an empty sheet
 * @throws WorkbookError of reading the sheet
 */
export function findHeaderRow(sheet: Sheet, known: (texts: readonly string[]) => number): HeaderRow | undefined {
  let best: (Omit<HeaderRow, 'hasData'> & { readonly count: number }) | undefined;
  let last = 0;
  let rows = 0;
  for (const row of sheet.rows()) {
    last = row.number;
    if (++rows > searched) break;
    const texts = row.cells.map((text) => text ?? '');
    const count = known(texts);
    if (best === undefined || count > best.count) best = { row, texts, count };
  }
  return best && { row: best.row, texts: best.texts, hasData: last > best.row.number };
}
