import { refuse } from '@timbre/refusal';
import { type Field, formatOf, headerOfTxt, linesOfTxt } from '@timbre/reports';
import { parseDecimal } from '@timbre/values';
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
  const [first = ''] = linesOfTxt(withoutMark(text));
  const code = first.slice(0, 3);
  if (code !== tipo)
    refuse('reportes/formato', `Es un TXT del ${code}, y se carga el ${tipo}: elija el reporte arriba.`);
  const header = headerOfTxt(tipo, first);
  if (header === undefined)
    return refuse(
      'reportes/formato',
      `La primera línea debe ser ${tipo}|RNC|AAAAMM|cantidad y dice «${first.slice(0, 60)}».`,
    );
  if (header.rnc !== rnc)
    refuse('reportes/formato', `El TXT es del RNC ${header.rnc}, y su empresa tiene el RNC ${rnc}.`);
  let lines = 0;
  for (const line of linesOfTxt(withoutMark(text))) if (line !== '') lines += 1;
  const sheet: Sheet = { name: `TXT del ${tipo}`, rowCount: lines, rows: () => rowsOf(text, fields) };
  const told = header.cantidad === lines - 1;
  return {
    sheet,
    avisos: told ? [] : [`El encabezado del TXT dice ${header.cantidad} líneas y el archivo tiene ${lines - 1}`],
  };
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

function* rowsOf(text: string, fields: readonly Field[]): Generator<Row> {
  let number = 0;
  for (const line of linesOfTxt(withoutMark(text))) {
    number += 1;
    if (number === 1) yield { number, cells: fields.map(({ name }) => name), numbers: [], bad: [] };
    else if (line !== '') yield rowOf(number, line, fields);
  }
}

function rowOf(number: number, line: string, fields: readonly Field[]): Row {
  const written = line.split('|').map((cell) => cell.trim());
  // The specification's 606 ends with a field more.
  const isWhole = written.length === fields.length || (written.length === fields.length + 1 && written.at(-1) === '4');
  const texts = written.slice(0, fields.length);
  const cells = fields.map((field, at) => texts[at] || zeroOf(field, texts, fields));
  const numbers = fields.flatMap(({ kind }, at) =>
    kind === 'amount' && parseDecimal(cells[at] ?? '') !== undefined ? [at] : [],
  );
  const mensaje = `La línea ${number} tiene ${written.length} campos y el formato tiene ${fields.length}`;
  return {
    number,
    cells,
    numbers,
    bad: isWhole ? [] : [{ column: fields.findIndex(({ key }) => key === 'ncf'), mensaje }],
  };
}

/** A blank amount withheld from a purchase that was paid is a zero: a TXT leaves zeros blank. */
function zeroOf({ key }: Field, texts: readonly string[], fields: readonly Field[]): string | undefined {
  const has = (other: string) => (texts[fields.findIndex((each) => each.key === other)] ?? '') !== '';
  const isZero =
    (key === 'itbis_retenido' && has('fecha_pago') && has('itbis_facturado')) ||
    (key === 'retencion_renta' && has('fecha_pago') && !has('tipo_retencion_isr'));
  return isZero ? '0' : undefined;
}
