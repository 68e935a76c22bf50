import { escaped } from '../write/workbook-parts.ts';
import { listText, type ToolCell, type ToolColumn } from './columns.ts';

/** A row for a tool: the fields of its format as the contract has them, and what its column of the state says. */
export interface ToolRow {
  /** Amounts with two decimals, days as yyyy-MM-dd, codes alone. */
  readonly fila: Readonly<Record<string, string>>;
  readonly estado?: string;
}

/** Writes the cell of a row in one column; nothing where it is blank. `style` is the value of its attribute `s`. */
export type CellOf = (row: ToolRow, line: number) => string;

/** How a day is cut into what each kind of cell holds. */
const ofDay = {
  dia: (day: string) => day.replaceAll('-', ''),
  mes: (day: string) => day.slice(0, 4) + day.slice(5, 7),
  'dia del mes': (day: string) => String(Number(day.slice(8))),
} as const;

/** How the cells of a column are written. */
export interface CellOptions {
  /** Their attribute `s`. */
  readonly style?: string | undefined;
  /** What the list of the tool has for a code, where the tool itself says it. */
  readonly lists?: Readonly<Record<string, string>>;
  /** Blank cells are written too, for their style. */
  readonly blanks?: boolean;
}

/** The writer of a column. */
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

/** The number that a cell of a kind holds; undefined for kinds that hold a text. */
const numberOf = (cell: ToolCell): ((value: string) => string) | undefined =>
  cell === 'numero' ? (value) => value : cell === 'texto' || cell === 'lista' ? undefined : ofDay[cell];

const styleOf = (style: string | undefined): string => (style === undefined ? '' : ` s="${style}"`);

/** A cell that holds a text in itself. */
const textCell = (letter: string, line: number, text: string, s: string): string =>
  `<c r="${letter}${line}"${s} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** A cell that holds a text in itself. @param style attribute `s` */
export const textAt = (letter: string, line: number, text: string, style?: string): string =>
  textCell(letter, line, text, styleOf(style));

/** A cell that holds a number. @param style attribute `s` */
export const numberAt = (letter: string, line: number, value: string | number, style?: string): string =>
  `<c r="${letter}${line}"${styleOf(style)}><v>${value}</v></c>`;

/** The same answer for the same code is made once: a list has few. */
function remembered(of: (code: string) => string): (code: string) => string {
  const known = new Map<string, string>();
  return (code) => {
    const found = known.get(code);
    if (found !== undefined) return found;
    const made = of(code);
    known.set(code, made);
    return made;
  };
}
