import {
  byteOrderMark,
  csvLine,
  type Decimal,
  displayFecha,
  type Fecha,
  formatDecimal,
  formatISODate,
} from '@timbre/values';
import { type Drafts, type FormatCode, formatOf } from '../layout/formats.ts';

/**
 * A report as CSV for a spreadsheet: a header with the names of the fields, amounts with two decimals, days as dd/MM/yyyy.
 * A text that a spreadsheet would treat as a formula is preceded by an apostrophe.
 * @param rows complete or not; read once
 * @returns the lines, each with its CRLF
 */
export function* writeCsv<Code extends FormatCode>(code: Code, rows: Iterable<Drafts[Code]>): Generator<string> {
  const { fields } = formatOf(code);
  yield byteOrderMark + csvLine(fields.map(({ name }) => name));
  for (const row of rows) {
    const values = row as Readonly<Record<string, unknown>>;
    yield csvLine(fields.map(({ key, kind }) => textOf(kind, values[key])));
  }
}

function textOf(kind: string, value: unknown): string {
  if (value === undefined) return '';
  if (kind === 'amount') return formatDecimal(value as Decimal, 2);
  return kind === 'date' ? displayFecha(formatISODate(value as Fecha)) : (value as string);
}
