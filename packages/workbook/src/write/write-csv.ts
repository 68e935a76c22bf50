import { byteOrderMark, csvLine } from '@timbre/values';
import type { SheetColumn } from './column.ts';

/** Writes rows as CSV, protected so that a spreadsheet does not interpret a text as a formula. */
export const csvOf = (rows: readonly (readonly string[])[]): string => byteOrderMark + linesOf(rows);

/** Writes pages of rows as CSV: amounts with a decimal point and no grouping, dates as dd/MM/yyyy. */
export async function* csvPages<Row>(
  columns: readonly SheetColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvOf([columns.map(({ header }) => header)]);
  for await (const rows of pages) yield linesOf(rows.map((row) => columns.map((column) => written(column, row))));
}

function written<Row>({ kind, of }: SheetColumn<Row>, row: Row): string {
  const value = of(row) ?? '';
  return kind === 'fecha' ? value.split('-').reverse().join('/') : value;
}

const linesOf = (rows: readonly (readonly string[])[]): string => rows.map(csvLine).join('');
