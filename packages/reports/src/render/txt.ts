import type { Decimal, Fecha, Periodo } from '@timbre/values';
import type { Field } from '../layout/field.ts';
import { type FormatCode, formatOf, type Rows } from '../layout/formats.ts';
import { type AmountStyle, writeAmount, writeDate, writeOptional, writeText } from './values.ts';

/** Choices that the official readings leave open, as data. */
export interface TxtStyle {
  readonly amounts: AmountStyle;
  /** Digits of the 607's kind of income: the tool's macro writes one, other programs write two. */
  readonly tipoIngresoDigits: 1 | 2;
}

/** The style of the official file: two decimals, kind of income in one digit. @source macros of the tools, as read by SERP */
export const oficial: TxtStyle = { amounts: 'dos-decimales', tipoIngresoDigits: 1 };

/**
 * The same file with amounts as a spreadsheet shows them. @source macros of the tools, as read by two other programs
 */
export const herramienta: TxtStyle = { amounts: 'hoja', tipoIngresoDigits: 1 };

/** The first line of a file. */
export interface TxtHeader {
  /** RNC or cédula of the declarant. */
  readonly rnc: string;
  readonly periodo: Periodo;
  /** Lines that follow. */
  readonly cantidad: number;
}

/** Text of one field of a row. */
type CellWriter = (value: unknown) => string;

/** Returns the writer of a field in a style. */
export function cellWriter(field: Field, style: TxtStyle): CellWriter {
  const { kind, required, enabled } = field;
  if (enabled === false) return () => '';
  if (kind === 'amount')
    return required
      ? (value) => (value === undefined ? '' : writeAmount(value as Decimal, style.amounts))
      : (value) => writeOptional(value as Decimal | undefined, style.amounts);
  if (kind === 'date') return (value) => (value === undefined ? '' : writeDate(value as Fecha));
  if (field.key === 'tipo_ingreso' && style.tipoIngresoDigits === 2)
    return (value) => (value === undefined ? '' : `0${value}`);
  return (value) => (value === undefined ? '' : writeText(value as string));
}

/** Characters collected before a piece is yielded. */
const chunkSize = 32_768;

/**
 * Joins lines with CRLF, without one after the last, and yields them in pieces of about 32 kB.
 * @param cantidad number of lines that must follow the header; a different number throws RangeError at the end
 */
export function* joinLines(header: string, cantidad: number, lines: Iterable<string>): Generator<string> {
  let chunk = header;
  let written = 0;
  for (const line of lines) {
    chunk += `\r\n${line}`;
    written++;
    if (chunk.length >= chunkSize) {
      yield chunk;
      chunk = '';
    }
  }
  if (written !== cantidad) throw new RangeError(`the header says ${cantidad} lines, ${written} came`);
  if (chunk !== '') yield chunk;
}

/** `606|132111117|202608|2` */
export const headerLine = (code: FormatCode, { rnc, periodo, cantidad }: TxtHeader): string =>
  `${code}|${rnc}|${periodo}|${cantidad}`;

/**
 * The TXT that the DGII accepts: header and lines, `|` between fields, CRLF between lines, ASCII. Amounts are written
 * positive.
 * @param rows complete rows, written in their order; read once, never stored
 * @returns pieces of the file. Throws RangeError at the end when `cantidad` is not the number of rows.
 * @source macros GenerarArchivo of the tools 606, 607 and 608
 */
export function* writeTxt<Code extends FormatCode>(
  code: Code,
  header: TxtHeader,
  rows: Iterable<Rows[Code]>,
  style: TxtStyle = oficial,
): Generator<string> {
  yield* joinLines(headerLine(code, header), header.cantidad, linesOf(rows, lineWriter(code, style)));
}

function* linesOf<Row>(rows: Iterable<Row>, write: (row: Row) => string): Generator<string> {
  for (const row of rows) yield write(row);
}

/** Returns a writer from a complete row to its line of the TXT, without the line end. */
export function lineWriter<Code extends FormatCode>(
  code: Code,
  style: TxtStyle = oficial,
): (row: Rows[Code]) => string {
  const { fields } = formatOf(code);
  const writers = fields.map((field) => cellWriter(field, style));
  const keys = fields.map(({ key }) => key);
  return (row) => {
    const values = row as Readonly<Record<string, unknown>>;
    let line = '';
    for (let i = 0; i < keys.length; i++) line += (i === 0 ? '' : '|') + writers[i]!(values[keys[i]!]);
    return line;
  };
}

/** `DGII_F_606_132111117_202608.TXT`. */
export const txtFileName = (code: FormatCode, rnc: string, periodo: Periodo): string =>
  `DGII_F_${code}_${rnc}_${periodo}.TXT`;
