import { type Decimal, displayFecha, type Fecha, formatDecimal, formatISODate } from '@timbre/values';
import { type Drafts, type FormatCode, formatOf } from '../layout/formats.ts';

/** Tells a spreadsheet, in any language, that the text is UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * A report as CSV for a spreadsheet: a header with the names of the fields, amounts with two decimals, days as dd/MM/yyyy.
 * A text that a spreadsheet would take for a formula is preceded by an apostrophe.
 * @param rows complete or not; read once
 * @returns the lines, each with its CRLF
 */
export function* writeCsv<Code extends FormatCode>(code: Code, rows: Iterable<Drafts[Code]>): Generator<string> {
  const { fields } = formatOf(code);
  yield byteOrderMark + lineOf(fields.map(({ name }) => name));
  for (const row of rows) {
    const values = row as Readonly<Record<string, unknown>>;
    yield lineOf(fields.map(({ key, kind }) => textOf(kind, values[key])));
  }
}

function textOf(kind: string, value: unknown): string {
  if (value === undefined) return '';
  if (kind === 'amount') return formatDecimal(value as Decimal, 2);
  return kind === 'date' ? displayFecha(formatISODate(value as Fecha)) : (value as string);
}

const lineOf = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n\0]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
