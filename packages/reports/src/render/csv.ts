import { byteOrderMark, csvLine, displayFecha } from '@timbre/values';
import { type FormatCode, formatOf } from '../layout/formats.ts';
import { estadoHeader, type FileRow } from './file-row.ts';

/**
 * A report as CSV for a spreadsheet: a header with the names of the fields, amounts with two decimals, days as dd/MM/yyyy,
 * and the remark about each row as the last column. A text that a spreadsheet would treat as a formula is preceded by an
 * apostrophe.
 * @param rows complete or not; read once
 * @returns the lines, each with its CRLF
 */
export function* writeCsv(code: FormatCode, rows: Iterable<FileRow>): Generator<string> {
  const { fields } = formatOf(code);
  yield byteOrderMark + csvLine([...fields.map(({ name }) => name), estadoHeader]);
  for (const { fila, estado } of rows)
    yield csvLine([...fields.map(({ key, kind }) => textOf(kind, fila[key])), estado]);
}

const textOf = (kind: string, text: string | undefined): string =>
  text === undefined ? '' : kind === 'date' ? displayFecha(text) : text;
