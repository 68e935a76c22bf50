import type { Zip } from '../zip/open-zip.ts';
import { isoDateText, type NumberFormat, numberText, parseNumberFormat } from './cell-text.ts';
import { type BadCell, badCell, maxCellLength, maxColumns, maxRows, type Row, type Sheet, tooWide } from './sheet.ts';
import { TagReader } from './tag-reader.ts';
import { WorkbookError } from './workbook-error.ts';

/** Data shared by all sheets of a workbook. */
interface Shared {
  readonly strings: readonly string[];
  /** Number format of each cell style. */
  readonly formats: readonly NumberFormat[];
  readonly date1904: boolean;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads the text of a part; undefined if there is none with this name. @throws WorkbookError LIBRO-DANADO */
export function partText(zip: Zip, name: string): string | undefined {
  const bytes = zip.extract(name);
  try {
    return bytes && decoder.decode(bytes);
  } catch {
    throw new WorkbookError('LIBRO-DANADO');
  }
}

/** Targets of a part's relationships by id, with the last word of their type (`worksheet`, `styles`…). */
function relationships(zip: Zip, part: string): Map<string, { type: string; target: string }> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const targets = new Map<string, { type: string; target: string }>();
  const tags = new TagReader(partText(zip, `${folder}_rels/${part.slice(folder.length)}.rels`) ?? '');
  while (tags.next()) {
    if (tags.name !== 'Relationship' || tags.closing || tags.attr('TargetMode') === 'External') continue;
    const target = tags.attr('Target') ?? '';
    targets.set(tags.attr('Id') ?? '', {
      type: (tags.attr('Type') ?? '').replace(/^.*\//, ''),
      target: target.startsWith('/') ? target.slice(1) : folder + target.replace(/^\.\//, ''),
    });
  }
  return targets;
}

/** Reads the text of the current element (its `t` parts, without phonetic guides), up to its end tag. */
function richText(tags: TagReader, container: string): string {
  let text = '';
  let phonetic = false;
  if (tags.empty) return '';
  while (tags.next() && !(tags.closing && tags.name === container)) {
    if (tags.name === 'rPh') phonetic = !tags.closing && !tags.empty;
    else if (tags.name === 't' && !tags.closing && !phonetic) text += tags.text();
  }
  return unescaped(text);
}

/** Undoes the escapes of a text: control characters are stored as `_xHHHH_`, a literal `_x` of that form as `_x005F_x…`. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

function readStrings(xml: string): string[] {
  const strings: string[] = [];
  const tags = new TagReader(xml);
  while (tags.next()) if (tags.name === 'si' && !tags.closing) strings.push(richText(tags, 'si'));
  return strings;
}

function readFormats(xml: string): NumberFormat[] {
  const codes = new Map<string, string>();
  const parsed = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  const tags = new TagReader(xml);
  let inCellStyles = false;
  while (tags.next()) {
    if (tags.name === 'cellXfs') inCellStyles = !tags.closing;
    else if (tags.closing) continue;
    else if (tags.name === 'numFmt') codes.set(tags.attr('numFmtId') ?? '', tags.attr('formatCode') ?? '');
    else if (tags.name === 'xf' && inCellStyles) {
      const id = tags.attr('numFmtId') ?? '0';
      const format = parsed.get(id) ?? parseNumberFormat(codes.get(id), Number(id));
      parsed.set(id, format);
      formats.push(format);
    }
  }
  return formats;
}

/** Column of a reference such as `AB12`: 27; -1 if it has none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** The most frequent form of a cell, matched in one step: reference, style, type, value without references. */
const plainCell = /<c(?: r="([A-Z]{1,3})\d{1,7}")?(?: s="(\d+)")?(?: t="([a-z]+)")?><v>([^<&\r]+)<\/v><\/c>/y;

/** More sheets than any workbook of documents has. */
const maxSheets = 100;

const booleans: Record<string, string> = { 0: 'FALSO', 1: 'VERDADERO', false: 'FALSO', true: 'VERDADERO' };

/** A cell as stored in the file. */
interface StoredCell {
  readonly reference: string | undefined;
  readonly style: string | undefined;
  readonly type: string;
  /** Undefined if it has no value. */
  readonly value: string | undefined;
  readonly hasFormula: boolean;
}

/** Reads the next cell of the current row; undefined at its end. */
function nextCell(tags: TagReader): StoredCell | undefined {
  const plain = tags.take(plainCell);
  if (plain !== undefined) {
    return { reference: plain[1], style: plain[2], type: plain[3] ?? 'n', value: plain[4], hasFormula: false };
  }
  while (tags.next() && tags.name !== 'row') if (tags.name === 'c' && !tags.closing) return readCell(tags);
  return undefined;
}

/** Reads the cell whose start tag is current, up to its end tag. */
function readCell(tags: TagReader): StoredCell {
  const [reference, style, type = 'n'] = [tags.attr('r'), tags.attr('s'), tags.attr('t')];
  let value: string | undefined;
  let hasFormula = false;
  if (tags.empty) return { reference, style, type, value, hasFormula };
  while (tags.next() && !(tags.closing && tags.name === 'c')) {
    if (tags.closing) continue;
    if (tags.name === 'v') value = tags.text();
    else if (tags.name === 'is') value = richText(tags, 'is');
    else if (tags.name === 'f') hasFormula = true;
  }
  // A formula may result in an empty text. Any other empty value counts as none.
  return { reference, style, type, value: value === '' && type !== 'str' ? undefined : value, hasFormula };
}

/** Text of a cell; undefined if it has none. A value that cannot be used is added to `bad`. */
function textOf(cell: StoredCell, shared: Shared, column: number, bad: BadCell[]): string | undefined {
  const { type, value, style, hasFormula } = cell;
  if (value === undefined) {
    if (hasFormula) bad.push({ column, mensaje: badCell.formula });
    return undefined;
  }
  const text = cellText(type, value, style, shared);
  if (type === 'e') bad.push({ column, mensaje: badCell.error(text.slice(0, 40)) });
  if (text.length > maxCellLength) {
    bad.push({ column, mensaje: badCell.length });
    return undefined;
  }
  return text === '' ? undefined : text;
}

const unstyled = parseNumberFormat(undefined, 0);
const formatOf = (style: string | undefined, { formats }: Shared): NumberFormat =>
  formats[Number(style ?? 0)] ?? unstyled;

function cellText(type: string, value: string, style: string | undefined, shared: Shared): string {
  switch (type) {
    case 's': {
      const text = shared.strings[Number(value)];
      if (text === undefined) throw new WorkbookError('LIBRO-DANADO');
      return text;
    }
    case 'n':
      return numberText(value, formatOf(style, shared), shared.date1904);
    case 'b':
      return booleans[value] ?? value;
    case 'd':
      return isoDateText(value);
    case 'str':
      return unescaped(value);
    default:
      return value;
  }
}

/** Reads the row whose start tag is current, up to its end tag. */
function readRow(tags: TagReader, number: number, shared: Shared, mostColumns: number): Row {
  const cells: (string | undefined)[] = [];
  const numbers: number[] = [];
  const booleans: number[] = [];
  const percents: number[] = [];
  const currencies = new Map<number, string>();
  const bad: BadCell[] = [];
  let column = -1;
  for (let cell = nextCell(tags); cell !== undefined; cell = nextCell(tags)) {
    column = cell.reference === undefined ? column + 1 : columnOf(cell.reference);
    if (column < 0 || column >= maxColumns) throw new WorkbookError('LIBRO-DANADO');
    const text = textOf(cell, shared, column, bad);
    if (text === undefined) continue;
    if (column >= mostColumns) throw tooWide(column, mostColumns);
    // Filled so that the array has no holes: arrays with holes are slow to read.
    while (cells.length < column) cells.push(undefined);
    cells[column] = text;
    if (cell.type === 'b') booleans.push(column);
    if (cell.type !== 'n') continue;
    numbers.push(column);
    const { otraMoneda, kind } = formatOf(cell.style, shared);
    if (otraMoneda !== undefined) currencies.set(column, otraMoneda);
    if (kind === 'percent') percents.push(column);
  }
  return {
    number,
    cells,
    numbers,
    bad,
    ...(booleans.length > 0 && { booleans }),
    ...(currencies.size > 0 && { currencies }),
    ...(percents.length > 0 && { percents }),
  };
}

const isTrue = (attribute: string | undefined): boolean => attribute === '1' || attribute === 'true';

function* readRows(xml: string, shared: Shared, mostColumns: number): Iterable<Row> {
  const tags = new TagReader(xml);
  while (tags.next() && tags.name !== 'sheetData');
  if (tags.name === 'sheetData' && tags.empty) return;
  let number = 0;
  while (tags.next() && tags.name !== 'sheetData') {
    if (tags.name !== 'row' || tags.closing) continue;
    number = Number(tags.attr('r') ?? number + 1);
    if (!(number >= 1 && number <= maxRows)) throw new WorkbookError('LIBRO-DANADO');
    if (tags.empty) continue;
    const hidden = isTrue(tags.attr('hidden')) || tags.attr('ht') === '0';
    const row = readRow(tags, number, shared, mostColumns);
    if (row.cells.length > 0 || row.bad.length > 0) yield hidden ? { ...row, hidden } : row;
  }
  if (tags.name !== 'sheetData' || !tags.closing) throw new WorkbookError('LIBRO-DANADO');
}

/** The hidden columns of a sheet: those without a width are hidden too. */
function readHiddenColumns(xml: string): (readonly [number, number])[] {
  const tags = new TagReader(xml);
  const ranges: (readonly [number, number])[] = [];
  while (tags.next() && tags.name !== 'sheetData') {
    if (tags.name !== 'col' || tags.closing) continue;
    const [first, last] = [Number(tags.attr('min')), Number(tags.attr('max'))];
    const isHidden = isTrue(tags.attr('hidden')) || Number(tags.attr('width') ?? 1) === 0;
    if (isHidden && first >= 1 && last >= first) ranges.push([first - 1, last - 1]);
  }
  return ranges;
}

/** Number of rows that a sheet declares, counted in the source, which is many times faster than parsing it. */
function countRows(xml: string): number {
  let count = 0;
  for (let at = xml.indexOf('<row'); at >= 0; at = xml.indexOf('<row', at + 4)) count++;
  return count;
}

/** A worksheet of a package and the name of its part. */
interface NamedSheet {
  readonly name: string;
  readonly part: string;
  readonly hidden: boolean;
}

/** A workbook: the parts that its sheets share, and its sheets. */
interface Workbook {
  /** Name of its part. */
  readonly workbook: string;
  /** Returns the source of the first part of a kind that it references (`styles`…); empty if there is none. */
  readonly one: (type: string) => string;
  readonly date1904: boolean;
  readonly sheets: readonly NamedSheet[];
}

/**
 * Reads the workbook of a package, with its worksheets in the order of their tabs.
 *
 * @throws WorkbookError LIBRO-TIPO, LIBRO-BINARIO, LIBRO-DANADO, LIBRO-GRANDE
 */
export function readWorkbook(zip: Zip): Workbook {
  const roots = [...relationships(zip, '').values()];
  const workbook = roots.find(({ type }) => type === 'officeDocument')?.target;
  if (workbook === undefined) throw new WorkbookError('LIBRO-TIPO');
  if (workbook.endsWith('.bin')) throw new WorkbookError('LIBRO-BINARIO');
  if (!/^xl\//.test(workbook)) throw new WorkbookError('LIBRO-TIPO');
  const workbookXml = partText(zip, workbook);
  if (workbookXml === undefined) throw new WorkbookError('LIBRO-DANADO');
  const parts = relationships(zip, workbook);
  const one = (type: string) => {
    const part = [...parts.values()].find((relationship) => relationship.type === type);
    return (part && partText(zip, part.target)) ?? '';
  };

  const sheets: NamedSheet[] = [];
  let date1904 = false;
  const tags = new TagReader(workbookXml);
  while (tags.next()) {
    if (tags.closing) continue;
    if (tags.name === 'workbookPr') date1904 = isTrue(tags.attr('date1904'));
    if (tags.name !== 'sheet') continue;
    const part = parts.get(tags.attr('r:id') ?? tags.attr('id') ?? '');
    if (sheets.length === maxSheets) throw new WorkbookError('LIBRO-GRANDE', `Tiene más de ${maxSheets} hojas.`);
    const hidden = /^(?:veryH|h)idden$/.test(tags.attr('state') ?? '');
    if (part?.type === 'worksheet') sheets.push({ name: tags.attr('name') ?? '', part: part.target, hidden });
  }
  return { workbook, one, date1904, sheets };
}

/**
 * Opens a workbook in the .xlsx (or .xlsm) format. For formulas, the value stored by Excel is read. Macros, external
 * links and all other parts of the package are not read.
 *
 * @param zip the package
 * @param mostColumns maximum columns of a row
 * @returns its worksheets in the order of their tabs; the rows of each are read on demand, and throw LIBRO-GRANDE for a
 * cell beyond `mostColumns`
 * @throws WorkbookError LIBRO-TIPO, LIBRO-BINARIO, LIBRO-DANADO, LIBRO-GRANDE
 */
export function openXlsx(zip: Zip, mostColumns = maxColumns): Sheet[] {
  const { one, date1904, sheets } = readWorkbook(zip);
  const shared: Shared = {
    strings: readStrings(one('sharedStrings')),
    formats: readFormats(one('styles')),
    date1904,
  };
  return sheets.map(({ name, part, hidden }) => {
    const xml = partText(zip, part);
    if (xml === undefined) throw new WorkbookError('LIBRO-DANADO');
    const hiddenColumns = readHiddenColumns(xml);
    const rows = () => readRows(xml, shared, mostColumns);
    return { name, hidden, hiddenColumns, date1904, rowCount: countRows(xml), rows };
  });
}
