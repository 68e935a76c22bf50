import { clasicoColumns, type Field, type FormatCode, formatOf } from '@timbre/reports';

/** Order of the columns: the official one, or that of the product's specification. */
export type Orden = 'oficial' | 'clasico';

/**
 * Content of a column: a text; a number; a day as `20260814`, or its two parts `202608` and `14`; a code of a list,
 * written as in the list of the tool.
 */
export type ToolCell = 'texto' | 'numero' | 'dia' | 'mes' | 'dia del mes' | 'lista';

/** A column of a tool. */
export interface ToolColumn {
  readonly letter: string;
  readonly header: string;
  readonly cell: ToolCell;
  readonly field: Field;
}

/** A sheet of a tool: RNC in C4, period in C5, number of rows in C6, headers in row 11, rows from row 12. */
export interface ToolSheet {
  readonly codigo: FormatCode;
  readonly name: string;
  readonly columns: readonly ToolColumn[];
  /** Column of the state of a row. */
  readonly status: string;
}

/** Row of the headers, and first row of data. */
export const headerRow = 11;
export const firstRow = 12;

/** @source headings of the tools 606 v2025, 607 v2023.1.1, 608 v2018.2.1, 609 v2018.5.0 */
const sheets: Readonly<Record<FormatCode, { readonly name: string; readonly status: string }>> = {
  606: { name: 'Herramienta Formato 606', status: 'AA' },
  607: { name: 'Herramienta Formato 607', status: 'Y' },
  608: { name: 'Formato 608', status: 'G' },
  609: { name: 'Formato 609', status: 'P' },
};

/**
 * Format of the text of a list, for the fields whose cells contain it. The code of any other field is written alone: no
 * known source states the format of its list.
 * @source examples of the lists of the tools 606 and 607
 */
const lists: Readonly<Record<string, (code: string, meaning: string) => string>> = {
  tipo_bienes_servicios: (code, meaning) => `${code} -${meaning} `,
  tipo_retencion_isr: (code, meaning) => `${code} - ${meaning}`,
  forma_pago: (code, meaning) => `${code} - ${meaning}`,
  tipo_ingreso: (code, meaning) => `${code.padStart(2, '0')} - ${meaning}`,
};

const numberCodes = new Set(['tipo_id']);

/** The sheet of a format. */
export function toolSheet(codigo: FormatCode, orden: Orden = 'oficial'): ToolSheet {
  const { fields } = formatOf(codigo);
  const columns = orden === 'clasico' ? fields.flatMap(clasicoOf(codigo)) : fields.flatMap(officialOf);
  const status = orden === 'clasico' && codigo === '606' ? 'AB' : sheets[codigo].status;
  return { codigo, name: sheets[codigo].name, columns: columns.sort(byLetter), status };
}

const byLetter = (a: ToolColumn, b: ToolColumn) => columnIndex(a.letter) - columnIndex(b.letter);

/** `A` is 0, `AA` 26. */
export const columnIndex = (letter: string): number =>
  [...letter].reduce((index, each) => index * 26 + each.charCodeAt(0) - 64, 0) - 1;

/** The column of a field, or two if the tool splits a day. */
function officialOf(field: Field): ToolColumn[] {
  const { name, excel, excelDay } = field;
  if (excelDay === undefined) return [{ letter: excel, header: name, cell: cellOf(field), field }];
  return [
    { letter: excel, header: `${name} (AAAAMM)`, cell: 'mes', field },
    { letter: excelDay, header: `${name} (DD)`, cell: 'dia del mes', field },
  ];
}

function cellOf({ key, kind }: Field): ToolCell {
  if (kind === 'amount' || numberCodes.has(key)) return 'numero';
  if (kind === 'date') return 'dia';
  return key in lists ? 'lista' : 'texto';
}

/** Names that the specification uses for the fields that it does not name by their number. */
const clasicoKeys: Readonly<Record<string, string>> = {
  monto_bienes: 'monto_facturado_bienes',
  monto_servicios: 'monto_facturado_servicios',
  total_monto_facturado: 'total_monto_facturado',
  monto_facturado: 'monto_facturado_ventas',
  tipo_ingreso: 'tipo_bienes_servicios',
};
/** First column of the specification's own order. The columns before it are those of the tool. */
const firstOfClasico: Readonly<Record<string, number>> = { 606: columnIndex('K'), 607: columnIndex('I') };

/** The columns of a field in the order of the specification; empty if it has none. The billed ITBIS has two columns. */
const clasicoOf =
  (codigo: FormatCode) =>
  (field: Field): ToolColumn[] => {
    const letters: Readonly<Record<string, string>> =
      codigo === '606' || codigo === '607' ? clasicoColumns[codigo] : {};
    const { key, numero, name } = field;
    const names = [clasicoKeys[key], `campo${numero}`, ...(key === 'itbis_facturado' ? itbisKeys : [])];
    const ownLetters = names.flatMap((each) => letters[each ?? ''] ?? []);
    if (ownLetters.length > 0)
      return ownLetters.map((letter) => ({ letter, header: name, cell: cellOf(field), field }));
    return officialOf(field).filter(({ letter }) => columnIndex(letter) < (firstOfClasico[codigo] ?? Infinity));
  };

const itbisKeys = ['itbis_facturado', 'itbis_facturado_ventas'];

/** Text of a code in a cell of a list: as in the list of the tool if its format is known, otherwise the code alone. */
export function listText({ key, codes = {} }: Field, code: string): string {
  const meaning = codes[code];
  return (meaning === undefined ? undefined : lists[key]?.(code, plain(meaning))) ?? code;
}

const marks = /[\u0300-\u036f]/g;

/** A text in capitals and without accents, as the lists of the tools are written. */
export const plain = (text: string): string => text.normalize('NFD').replace(marks, '').toUpperCase();
