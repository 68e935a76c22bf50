import { refuse } from '@timbre/refusal';
import { type Field, formatOf, headerOfTxt, linesOfTxt } from '@timbre/reports';
import { bareTaxId, parseDecimal, type Reading } from '@timbre/values';
import type { Row, Sheet } from '@timbre/workbook';

/** A TXT of the DGII as a sheet. */
interface TxtSheet {
  readonly sheet: Sheet;
  /** Notices of a count or a month that is not that of the header, in Spanish. */
  readonly avisos: readonly string[];
}

/** The TXT that is expected. */
interface WantedTxt {
  readonly tipo: '606' | '607';
  /** RNC of the declarant. */
  readonly rnc: string;
}

/** Whether a text is a TXT for the DGII: its first line is that of a report. */
export const isTxt = (text: string): boolean => /^\uFEFF?\s*60[6-9]\s*\|/.test(text);

/**
 * A TXT for the DGII as a sheet: each field is a column under its official name, so that it is read like any other sheet.
 * A row has the number of its line.
 *
 * @throws Problem `reportes/formato` if it is of another report or company
 */
export function txtSheet(text: string, { tipo, rnc }: WantedTxt): TxtSheet {
  const { fields } = formatOf(tipo);
  const first = headerLineOf(text);
  const code = first.slice(0, 3);
  if (code !== tipo)
    refuse(
      'reportes/formato',
      `Es un TXT del ${code}, y se carga el ${tipo}: ${/60[67]/.test(code) ? 'elija el reporte arriba' : 'aquí se cargan el 606 y el 607'}.`,
    );
  const header = headerOfTxt(tipo, first);
  if (header === undefined)
    return refuse(
      'reportes/formato',
      `La primera línea debe ser ${tipo}|RNC|AAAAMM|cantidad y dice «${first.slice(0, 60)}».`,
    );
  if (header.rnc !== rnc)
    refuse('reportes/formato', `El TXT es del RNC ${header.rnc}, y su empresa tiene el RNC ${rnc}.`);
  let [lines, padded] = [0, 0];
  for (const { padsRNC } of rowsOf(text, fields)) {
    lines += 1;
    if (padsRNC) padded += 1;
  }
  const sheet: Sheet = { name: `TXT del ${tipo}`, rowCount: lines, rows: () => rowsOf(text, fields) };
  const told = header.cantidad === lines - 1;
  return {
    sheet,
    avisos: [
      ...(told ? [] : [`El encabezado del TXT dice ${header.cantidad} líneas y el archivo tiene ${lines - 1}`]),
      ...(padded === 0
        ? []
        : [
            `${padded === 1 ? '1 línea tiene' : `${padded} líneas tienen`} dos ceros delante del RNC (Tipo Id 1): se quitaron`,
          ]),
    ],
  };
}

/** The first line with something in it. */
function headerLineOf(text: string): string {
  for (const line of linesOfTxt(withoutMark(text))) if (line !== '') return line;
  return '';
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** A row of a TXT. */
interface TxtRow extends Row {
  /** Its RNC had two zeros before it. */
  readonly padsRNC?: boolean;
}

function* rowsOf(text: string, fields: readonly Field[]): Generator<TxtRow> {
  let [number, hasHeader] = [0, false];
  for (const line of linesOfTxt(withoutMark(text))) {
    number += 1;
    if (line === '') continue;
    if (hasHeader) yield rowOf(number, line, fields);
    else yield { number, cells: fields.map(({ name }) => name), numbers: [], bad: [] };
    hasHeader = true;
  }
}

function rowOf(number: number, line: string, fields: readonly Field[]): TxtRow {
  const written = line.split('|').map((cell) => cell.trim());
  // Some programs end each line with a mark, and the specification's 606 ends with a field more.
  const last = written.length === fields.length + 1 ? written.at(-1) : undefined;
  const isWhole = written.length === fields.length || last === '' || last === '4';
  const texts = fields.map((field, at) => plainOf(field, written[at] ?? ''));
  const cells: (string | undefined)[] = fields.map((field, at) => texts[at] || zeroOf(field, texts, fields));
  const numbers = fields.flatMap(({ kind }, at) =>
    kind === 'amount' && parseDecimal(cells[at] ?? '') !== undefined ? [at] : [],
  );
  const mensaje = `La línea ${number} tiene ${written.length} campos y el formato tiene ${fields.length}`;
  const bad = isWhole ? [] : [{ column: fields.findIndex(({ key }) => key === 'ncf'), mensaje }];
  const column = fields.findIndex(({ key }) => key === 'rnc_cedula');
  const party = partyOf(cells[column] ?? '', cells[fields.findIndex(({ key }) => key === 'tipo_id')] ?? '');
  if ('fault' in party) return { number, cells, numbers, bad: [...bad, { column, mensaje: party.fault }] };
  const padsRNC = party.value !== cells[column] && party.value !== '';
  if (padsRNC) cells[column] = party.value;
  return { number, cells, numbers, bad, padsRNC };
}

/** A field without the zeros that some programs write in place of a blank, and a day of eight digits as a day. */
function plainOf({ kind }: Field, text: string): string {
  if ((kind === 'date' || kind === 'code') && /^0+$/.test(text)) return '';
  const [, year, month, day] = (kind === 'date' && /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text)) || [];
  return year === undefined ? text : `${day}-${month}-${year}`;
}

/**
 * The number of the other party, of the kind that its type states. Some programs write an RNC in eleven positions, with two
 * zeros before it.
 */
function partyOf(number: string, tipoId: string): Reading<string> {
  const digits = bareTaxId(number);
  const isTaxId = /^(?:\d{9}|\d{11})$/.test(digits);
  const tipo = tipoId.replace(/^0/, '');
  const isRNC = tipo === '1';
  if (!isTaxId || (!isRNC && tipo !== '2') || isRNC === (digits.length === 9)) return { value: number };
  if (isRNC && digits.startsWith('00')) return { value: digits.slice(2) };
  const kind = isRNC ? 'un RNC, de 9 dígitos' : 'una cédula, de 11 dígitos';
  return { fault: `Tipo Id ${tipoId} es de ${kind}, y «${number}» tiene ${digits.length}` };
}

/** A blank amount withheld from a purchase that was paid is a zero: a TXT leaves zeros blank. */
function zeroOf({ key }: Field, texts: readonly string[], fields: readonly Field[]): string | undefined {
  const has = (other: string) => (texts[fields.findIndex((each) => each.key === other)] ?? '') !== '';
  const isZero =
    (key === 'itbis_retenido' && has('fecha_pago') && has('itbis_facturado')) ||
    (key === 'retencion_renta' && has('fecha_pago') && !has('tipo_retencion_isr'));
  return isZero ? '0' : undefined;
}
