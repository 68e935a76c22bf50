import { cellText } from '../write/workbook-parts.ts';
import { listText, type ToolCell, type ToolColumn } from './columns.ts';

/** A row for a tool: the fields of its format in the form of the contract, and the text of its state column. */
export interface ToolRow {
  /** Amounts with two decimals, days as yyyy-MM-dd, codes without their text. */
  readonly fila: Readonly<Record<string, string>>;
  readonly estado?: string | undefined;
}

/** Writes the cell of a row in one column. A blank cell is written only with {@link CellOptions.blanks}. */
type CellOf = (row: ToolRow, line: number) => string;

/** Converts a day to the number of each kind of cell. */
const ofDay = {
  dia: (day: string) => day.replaceAll('-', ''),
  mes: (day: string) => day.slice(0, 4) + day.slice(5, 7),
  'dia del mes': (day: string) => String(Number(day.slice(8))),
} as const;

/** Options for writing the cells of a column. */
interface CellOptions {
  /** Their attribute `s`. */
  readonly style?: string | undefined;
  /** Texts of the tool's own list by code, if they were read from the tool. */
  readonly lists?: Readonly<Record<string, string>>;
  /** Whether blank cells are written too, for their style. */
  readonly blanks?: boolean;
}

/** Makes the writer of a column. */
export function cellWriter(
  { letter, cell, field }: ToolColumn,
  { style, lists = {}, blanks = false }: CellOptions,
): CellOf {
  const { key, enabled } = field;
  const s = styleOf(style);
  const blank = (line: number) => (blanks ? `<c r="${letter}${line}"${s}/>` : '');
  if (enabled === false) return (_, line) => blank(line);
  const number = numberOf(cell);
  const text = cell === 'lista' ? remembered((code) => lists[code] ?? listText(field, code)) : (value: string) => value;
  return ({ fila }, line) => {
    const value = fila[key];
    if (value === undefined || value === '') return blank(line);
    if (number !== undefined) return `<c r="${letter}${line}"${s}><v>${number(value)}</v></c>`;
    return textCell(letter, line, text(value), s);
  };
}

/** Conversion to the number in a cell of a kind; undefined for kinds with a text. */
const numberOf = (cell: ToolCell): ((value: string) => string) | undefined =>
  cell === 'numero' ? (value) => value : cell === 'texto' || cell === 'lista' ? undefined : ofDay[cell];

const styleOf = (style: string | undefined): string => (style === undefined ? '' : ` s="${style}"`);

/** A cell with an inline text. */
const textCell = (letter: string, line: number, text: string, s: string): string =>
  `<c r="${letter}${line}"${s} t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`;

/** A cell with an inline text. @param style attribute `s` */
export const textAt = (letter: string, line: number, text: string, style?: string): string =>
  textCell(letter, line, text, styleOf(style));

/** A cell with a number. @param style attribute `s` */
export const numberAt = (letter: string, line: number, value: string | number, style?: string): string =>
  `<c r="${letter}${line}"${styleOf(style)}><v>${value}</v></c>`;

/** Caches the result for each code: a list has few. */
function remembered(of: (code: string) => string): (code: string) => string {
  const known = new Map<string, string>();
  return (code) => {
    const cached = known.get(code);
    if (cached !== undefined) return cached;
    const made = of(code);
    known.set(code, made);
    return made;
  };
}
