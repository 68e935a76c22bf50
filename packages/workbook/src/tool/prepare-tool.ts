import { asBuffer } from '@timbre/worker/as-buffer';
import { openXlsx, partText, readWorkbook } from '../read/open-xlsx.ts';
import type { Sheet } from '../read/sheet.ts';
import { WorkbookError } from '../read/workbook-error.ts';
import { readDirectory, ZipError } from '../zip/directory.ts';
import { openZip } from '../zip/open-zip.ts';
import { numberAt, textAt } from './cells.ts';
import { columnIndex, firstRow, headerRow, plain, type ToolSheet, toolSheet } from './columns.ts';
import {
  type CellSource,
  cutSheet,
  type RowSource,
  rowXml,
  type SheetSource,
  styleOf,
  withCell,
} from './sheet-source.ts';
import { readLists, type ToolLists } from './tool-lists.ts';
import type { ToolHead } from './write-workbook.ts';

/** The official tool of a format, saved as .xlsm, and the data above its rows. */
export interface ToolToFill {
  readonly bytes: Uint8Array;
  readonly tipo: '606' | '607';
  readonly head: ToolHead;
}

/** The retained data of an existing row of the tool. */
export interface ExistingRow {
  readonly number: number;
  readonly attributes: string;
  /** Source of its cells to the right of the data: the state of the row, lists. */
  readonly right: string;
}

/** A prepared tool: its sheet, split where rows are inserted, and the few other parts that change. */
export interface PreparedTool {
  /** Name of the part of its sheet, in lower case. */
  readonly part: string;
  readonly before: string;
  readonly existing: readonly ExistingRow[];
  readonly after: string;
  /** Style of the cells of each column, and attributes of the rows that are added. */
  readonly styles: Readonly<Record<string, string>>;
  readonly attributes: string;
  readonly lists: ToolLists;
  /** Parts with changed content, and parts that are left out; names in lower case. */
  readonly changed: Readonly<Record<string, string>>;
  readonly left: readonly string[];
}

/** Maximum number of parts of a tool, and maximum of their unpacked bytes. */
export const mostParts = 200;
const mostUnpacked = 96 * 1024 * 1024;
const [typesPart, macrosPart, chainPart] = ['[content_types].xml', 'xl/vbaproject.bin', 'xl/calcchain.xml'];

const oleSignature = Buffer.from('d0cf11e0', 'hex');

/** A file that is not the official tool of its format. `message` states in Spanish what is missing. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

const missing = (message: string): never => {
  throw new ToolError(message);
};

/**
 * Checks that a file is the official tool of a format and prepares it for filling. The file is untrusted: sizes are
 * limited while it is unpacked, and every part must be intact.
 *
 * @throws ToolError
 */
export function prepareTool({ bytes, tipo, head }: ToolToFill): PreparedTool {
  try {
    return prepare(asBuffer(bytes), toolSheet(tipo), head);
  } catch (error) {
    if (error instanceof WorkbookError || error instanceof ZipError)
      return missing(error instanceof WorkbookError ? error.message : new WorkbookError('LIBRO-DANADO').message);
    throw error;
  }
}

function prepare(bytes: Buffer, sheet: ToolSheet, head: ToolHead): PreparedTool {
  if (bytes.subarray(0, 4).equals(oleSignature))
    missing(
      'Es un libro .xls: ábralo en Excel y guárdelo una vez como «Libro de Excel habilitado para macros (.xlsm)».',
    );
  const zip = openZip(bytes, mostUnpacked);
  const names = [...readDirectory(bytes, mostParts).keys()];
  if (!names.every((name) => /^[\x20-\x7e]+$/.test(name))) throw new WorkbookError('LIBRO-DANADO');
  for (const name of names) if (name !== macrosPart && !name.startsWith('xl/worksheets/')) zip.extract(name);
  if (!zip.has(typesPart)) throw new WorkbookError('LIBRO-TIPO');
  if (!zip.has(macrosPart)) missing('No tiene macros (falta vbaProject.bin): guárdelo como .xlsm, no como .xlsx.');
  const types = partText(zip, typesPart)!;
  if (!types.includes('macroEnabled')) missing('No está guardado como libro con macros (.xlsm).');
  const { workbook, sheets } = readWorkbook(zip);
  const part = sheets.find(({ name }) => name.trim() === sheet.name)?.part;
  if (part === undefined) missing(`No tiene la hoja «${sheet.name}».`);
  const opened = openXlsx(zip);
  demandHeadings(opened.find(({ name }) => name.trim() === sheet.name)!, sheet);
  const source = cutSheet(partText(zip, part!)!);
  const relations = workbook.replace(/([^/]+)$/, '_rels/$1.rels');
  return {
    part: part!.toLowerCase(),
    ...cutAtRows(source, sheet, head),
    lists: readLists(opened, partText(zip, workbook)!, source.after, sheet),
    changed: {
      [typesPart]: types.replace(/<Override\b[^>]*calcChain[^>]*\/>/i, ''),
      [relations.toLowerCase()]: partText(zip, relations)!.replace(/<Relationship\b[^>]*calcChain[^>]*\/>/i, ''),
    },
    left: [chainPart],
  };
}

/** Checks the labels of RNC and period, and the headers of the columns of the RNC and of the NCF. */
function demandHeadings(opened: Sheet, { name, columns }: ToolSheet): void {
  const texts = new Map<string, string>();
  for (const { number, cells } of opened.rows()) {
    if (number > headerRow) break;
    cells.forEach((text, at) => {
      if (text !== undefined) texts.set(`${at}:${number}`, plain(text));
    });
  }
  const hasText = (letter: string, rows: readonly number[], words: RegExp) =>
    rows.some((row) => words.test(texts.get(`${columnIndex(letter)}:${row}`) ?? ''));
  const letterOf = (key: string) => columns.find(({ field }) => field.key === key)!.letter;
  // Cells that are merged upwards have their text in a row above.
  const headers = [headerRow, headerRow - 1, headerRow - 2];
  const wanted: readonly (readonly [cell: string, holds: boolean])[] = [
    ['A4 «RNC»', hasText('A', [4], /RNC|CEDULA/)],
    ['A5 «Periodo»', hasText('A', [5], /PERIODO/)],
    [`${letterOf('rnc_cedula')}${headerRow} «RNC o Cédula»`, hasText(letterOf('rnc_cedula'), headers, /RNC|CEDULA/)],
    [`${letterOf('ncf')}${headerRow} «NCF»`, hasText(letterOf('ncf'), headers, /NCF|COMPROBANTE/)],
  ];
  const lacking = wanted.flatMap(([cell, holds]) => (holds ? [] : [cell]));
  if (lacking.length > 0) missing(`En la hoja «${name}» falta ${lacking.join(', ')}.`);
}

type Cut = Pick<PreparedTool, 'before' | 'existing' | 'after' | 'styles' | 'attributes'>;

function cutAtRows({ before, rows, after }: SheetSource, sheet: ToolSheet, head: ToolHead): Cut {
  const model = rows.find(({ number }) => number === firstRow);
  const above = headed(
    rows.filter(({ number }) => number < firstRow),
    head,
  );
  const last = columnIndex(sheet.columns.at(-1)!.letter);
  return {
    before: before + above.map(({ number, attributes, cells }) => rowXml(number, attributes, join(cells))).join(''),
    existing: rows
      .filter(({ number }) => number >= firstRow)
      .map(({ number, attributes, cells }) => ({
        number,
        attributes,
        right: join(cells.filter(({ letter }) => columnIndex(letter) > last).map(withoutState(sheet.status))),
      })),
    after,
    styles: Object.fromEntries(
      (model?.cells ?? []).flatMap((cell) => {
        const style = styleOf(cell);
        return style === undefined ? [] : [[cell.letter, style]];
      }),
    ),
    attributes: model?.attributes ?? '',
  };
}

const join = (cells: readonly CellSource[]): string => cells.map(({ xml }) => xml).join('');

/** Removes the value of the state of a row, but not its formula. */
const withoutState =
  (status: string) =>
  (cell: CellSource): CellSource => {
    if (cell.letter !== status) return cell;
    if (cell.xml.includes('<f')) return { ...cell, xml: cell.xml.replace(/<v>[^<]*<\/v>|<v\/>/, '') };
    return { ...cell, xml: cell.xml.replace(/^(<c[^>]*? r="[A-Z]+\d+").*$/s, `$1${attributeOf(styleOf(cell))}/>`) };
  };

const attributeOf = (style: string | undefined) => (style === undefined ? '' : ` s="${style}"`);

/** The rows above the data, with RNC, period and number of rows in C4 to C6. */
function headed(rows: readonly RowSource[], { rnc, periodo, cantidad }: ToolHead): RowSource[] {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const put = (number: number, write: (style: string | undefined) => string) => {
    const row = byNumber.get(number) ?? { number, attributes: '', cells: [] };
    const present = row.cells.find(({ letter }) => letter === 'C');
    const cell = { letter: 'C', xml: write(present && styleOf(present)) };
    byNumber.set(number, { ...row, cells: withCell(row.cells, cell) });
  };
  put(4, (style) => textAt('C', 4, rnc, style));
  put(5, (style) => numberAt('C', 5, periodo, style));
  put(6, (style) => numberAt('C', 6, cantidad, style));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}
