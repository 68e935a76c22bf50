import { bareTaxId, normalNCF, parseDecimal, parseFecha, parsePeriodo } from '@timbre/values';
import type { Field } from '../layout/field.ts';
import { type Drafts, type FormatCode, formatOf } from '../layout/formats.ts';
import { clasicoEnd } from './clasico.ts';
import type { TxtHeader } from './txt.ts';

/**
 * A part that could not be read: the line from 1 (the header), the field if there is one, and the reason in Spanish.
 */
export interface TxtFault {
  readonly line: number;
  readonly field?: string;
  readonly message: string;
}

/** Data of a TXT besides its rows. It is updated while the rows are read. */
export interface TxtSummary {
  header: TxtHeader | undefined;
  /** Number of the last line read, from 1. */
  line: number;
  readonly faults: TxtFault[];
  /** Whether any amount has decimals. The specification's 607 has none: it is in whole pesos. */
  decimals: boolean;
}

/** State before any line is read. */
export const emptyTxtSummary = (): TxtSummary => ({ header: undefined, line: 0, faults: [], decimals: false });

/** A TXT that was read. Rows contain the fields that could be read; each fault states a part that could not. */
export interface ParsedTxt<Code extends FormatCode> extends Readonly<TxtSummary> {
  readonly rows: readonly Drafts[Code][];
}

/** Limits on reading a TXT. */
export interface TxtBounds {
  /** Maximum lines after the header. */
  readonly mostRows: number;
  /** Maximum characters of one line. */
  readonly mostChars: number;
  /** Number of faults after which reading stops. */
  readonly mostFaults: number;
}

/** Default limits: somewhat more lines than the 607 allows, and at most 2,000 characters a line. */
export const txtBounds: TxtBounds = { mostRows: 100_000, mostChars: 2_000, mostFaults: 200 };

/** Reads a whole TXT of a format at once, as {@link readTxt}. */
export function parseTxt<Code extends FormatCode>(code: Code, text: string, bounds = txtBounds): ParsedTxt<Code> {
  const summary = emptyTxtSummary();
  const rows = [...readTxt(code, text, summary, bounds)];
  return { ...summary, rows };
}

/**
 * Reads a TXT of a format row by row: in the official form, or in the specification's. Accepts any line end,
 * blank lines, blanks around a field, a mark at the end of lines, codes of one digit or two, RNC and NCF as people write
 * them, and amounts with any number of decimals.
 *
 * @param summary receives the data besides the rows; complete after the last row
 * @source macros GenerarArchivo of the tools 606, 607 and 608; specification of the product, §9
 */
export function* readTxt<Code extends FormatCode>(
  code: Code,
  text: string,
  summary: TxtSummary,
  bounds = txtBounds,
): Generator<Drafts[Code]> {
  const { fields } = formatOf(code);
  const end = code === '606' ? clasicoEnd : undefined;
  const { faults } = summary;
  let [rows, headerAt] = [0, 0];
  for (const content of linesOf(text.startsWith('\uFEFF') ? text.slice(1) : text)) {
    const line = ++summary.line;
    if (line > bounds.mostRows + 1 || faults.length >= bounds.mostFaults) {
      faults.push({
        line,
        message: `La lectura se detuvo aquí: hay más de ${bounds.mostRows} líneas o demasiadas faltas`,
      });
      break;
    }
    if (content.length > bounds.mostChars) {
      faults.push({ line, message: `La línea tiene más de ${bounds.mostChars} caracteres` });
    } else if (headerAt === 0) {
      if (content === '') continue;
      headerAt = line;
      summary.header = headerOf(code, content);
      if (summary.header === undefined)
        faults.push({
          line,
          message: `El encabezado debe ser ${code}|RNC|AAAAMM|cantidad y dice «${content.slice(0, 60)}»`,
        });
    } else if (content !== '') {
      const cells = content.split('|').map((cell) => cell.trim());
      if (cells.length === fields.length + 1 && (cells.at(-1) === '' || cells.at(-1) === end)) cells.pop();
      rows++;
      yield rowOf(fields, cells, summary) as Drafts[Code];
    }
  }
  const { header } = summary;
  if (header !== undefined && header.cantidad !== rows)
    faults.push({ line: headerAt, message: `El encabezado dice ${header.cantidad} líneas y el archivo tiene ${rows}` });
}

/** The lines of a text with any line end, without the blanks around each. */
export function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (const { 0: lineEnd, index } of text.matchAll(/\r{0,2}\n|\r/g)) {
    yield text.slice(start, index).trim();
    start = index + lineEnd.length;
  }
  if (start < text.length) yield text.slice(start).trim();
}

/** Reads the first line of a TXT; undefined if it is not that of the format. */
export function headerOf(code: FormatCode, content: string): TxtHeader | undefined {
  const [, format, rnc = '', month = '', count = ''] =
    /^(\d{3})\|(\d{9}|\d{11})\|(\d{6})\|(\d{1,12})\|?$/.exec(content.replace(/\s*\|\s*/g, '|')) ?? [];
  const periodo = parsePeriodo(month);
  return format === code && periodo !== undefined ? { rnc, periodo, cantidad: Number(count) } : undefined;
}

function rowOf(fields: readonly Field[], cells: readonly string[], summary: TxtSummary): object {
  const { line, faults } = summary;
  if (cells.length !== fields.length)
    faults.push({ line, message: `La línea tiene ${cells.length} campos y el formato tiene ${fields.length}` });
  const row: Record<string, unknown> = {};
  for (const [i, field] of fields.entries()) {
    const text = cells[i] ?? '';
    if (text === '') continue;
    const value = valueIn(field, text);
    if (value === undefined)
      faults.push({
        line,
        field: field.key,
        message: `«${text.slice(0, 40)}» no es válido en ${field.numero}, ${field.name}`,
      });
    else {
      row[field.key] = value;
      if (field.kind === 'amount' && text.includes('.')) summary.decimals = true;
    }
  }
  return row;
}

function valueIn({ kind, codes }: Field, text: string): unknown {
  if (kind === 'amount') return parseDecimal(text);
  if (kind === 'date')
    return /^\d{8}$/.test(text) ? parseFecha(`${text.slice(6)}-${text.slice(4, 6)}-${text.slice(0, 4)}`) : undefined;
  if (kind === 'ncf') return normalNCF(text);
  if (kind === 'rnc') return bareTaxId(text);
  if (codes === undefined) return text;
  return [text, text.padStart(2, '0'), text.replace(/^0/, '')].find((code) => Object.hasOwn(codes, code));
}
