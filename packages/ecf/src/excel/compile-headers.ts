import { bareText } from '@timbre/values';
import { isZeroTax } from '../codec/zero-taxes.ts';
import type { Fault } from '../fault.ts';
import type { ACECF, ECF, RFCE } from '../schema/types.generated.ts';
import type { Sheet, Target } from './columns.ts';
import { columnsWithoutElement, compareTargets, elementsNamed, elementsOf, headerOf } from './columns.ts';

/** The tree of a row, for each sheet. */
export interface SheetTrees {
  ECF: ECF;
  RFCE: RFCE;
  ACEECF: ACECF;
}

/** A header and its column, counted from 1. */
export interface HeaderAt {
  readonly column: number;
  readonly header: string;
}

/** A cell, by row and column as a person counts them, from 1. */
export interface CellAt extends HeaderAt {
  readonly row: number;
}

/** A fault of a row; `cell` is the cell that causes it. */
export interface RowFault extends Fault {
  readonly cell?: CellAt;
}

/** A row as a document. */
export interface SheetRow<S extends Sheet> {
  /** Texts verbatim as in their cells. Not validated: elements that the issuer fills in may be missing. */
  readonly tree: SheetTrees[S];
  /** Data lost from the row: lines with data but without a number (`EXCEL-LINEA-SIN-NUMERO`). */
  readonly faults: readonly RowFault[];
  /** The cell of an element (or the first of a group), filled or empty; undefined when the sheet has no such column. */
  readonly cellOf: (path: string) => CellAt | undefined;
}

/** Reader of the rows under a parsed header row. */
export interface SheetReader<S extends Sheet> {
  /** Headers that match no element of the document. */
  readonly unknown: readonly HeaderAt[];
  /** Headers whose element already has an earlier column: these columns are not read. */
  readonly duplicated: readonly HeaderAt[];
  /** Required official headers that are absent. */
  readonly missing: readonly string[];
  /**
   * Reads one row. Empty cells, `#e` and additional taxes of 0.00 are absent elements.
   * @param cells in the order of the headers
   * @param row its number in the sheet, from 1
   */
  readonly read: (cells: readonly (string | undefined)[], row: number) => SheetRow<S>;
}

interface Column extends HeaderAt, Target {}

/**
 * Parses the headers of a sheet: `FormaPago[2]`, `TipoImpuesto[3][1]`, `ENCF`, `NumeroLineaDoR[1]`.
 * Letter case, blanks, line ends and what nobody sees do not matter. A missing index means 1; a surplus index must be 1.
 * @source Set de pruebas of the DGII, whose 5,280 headers are all understood
 */
export function compileHeaders<S extends Sheet>(sheet: S, headers: readonly string[]): SheetReader<S> {
  const unknown: HeaderAt[] = [];
  const duplicated: HeaderAt[] = [];
  const columns = new Map<string, Column>();
  const elements = elementsOf[sheet];
  headers.forEach((written, i) => {
    const header = shownHeader(written);
    if (header === '' || withoutElement.has(bareHeader(header).toLowerCase())) return;
    const at = { column: i + 1, header };
    const target = targetOf(sheet, bareHeader(header));
    if (target === undefined) {
      unknown.push(at);
      return;
    }
    const key = keyOf(target);
    if (columns.has(key)) duplicated.push(at);
    else columns.set(key, { ...at, ...target });
  });
  const missing = elements
    .filter(({ required }) => required)
    .map((element) => ({ element, indices: element.repeating.map(() => 1) }))
    .filter((target) => !columns.has(keyOf(target)))
    .map(headerOf);
  const ordered = [...columns.values()].sort(compareTargets);
  // A row fills some tens of the thousands of columns. The filled ones are read without visiting the others.
  const places = Int32Array.from(ordered, ({ column }) => column - 1);
  return { unknown, duplicated, missing, read: (cells, row) => readRow(sheet, ordered, places, cells, row) };
}

/** A header as messages show it: in one line. */
const shownHeader = (written: string): string => bareText(written).replace(/\s+/g, ' ');

/** A header as it is compared: no header of the format has blanks. */
export const bareHeader = (written: string): string => bareText(written).replace(/\s+/g, '');

/** How many of these headers are of elements of a sheet, or of its other columns. */
export const countHeaders = (sheet: Sheet, headers: readonly string[]): number =>
  headers.map(bareHeader).filter((header) => withoutElement.has(header.toLowerCase()) || targetOf(sheet, header))
    .length;

const withoutElement: ReadonlySet<string> = new Set(columnsWithoutElement.map((name) => name.toLowerCase()));

const keyOf = ({ element, indices }: Target): string => `${element.node.path}|${indices.join('|')}`;

function targetOf(sheet: Sheet, header: string): Target | undefined {
  if (!/^\w+(?:\[\d{1,5}\]){0,3}$/.test(header)) return undefined;
  const [name = '', ...brackets] = header.split('[');
  const written = brackets.map((index) => Number(index.slice(0, -1)));
  const named = elementsNamed[sheet].get(name.toLowerCase()) ?? [];
  const element = named.find(({ repeating }) => repeating.length === written.length) ?? named[0];
  if (element === undefined || written.slice(element.repeating.length).some((index) => index !== 1)) return undefined;
  const indices = element.repeating.map((_, depth) => written[depth] ?? 1);
  const fits = element.most.every((most, depth) => indices[depth]! >= 1 && indices[depth]! <= most);
  return fits ? { element, indices } : undefined;
}

type Branch = Record<string, unknown>;

/** For each list, the line of the sheet that each of its entries came from. */
type Origins = Map<unknown[], number[]>;

function readRow<S extends Sheet>(
  sheet: S,
  columns: readonly Column[],
  places: Int32Array,
  cells: readonly (string | undefined)[],
  row: number,
): SheetRow<S> {
  const root: Branch = {};
  const origins: Origins = new Map();
  for (let i = 0; i < places.length; i++) {
    const text = cells[places[i]!];
    if (text !== undefined && !isAbsent(columns[i]!, text)) put(root, origins, columns[i]!, text);
  }
  const cellOf = (path: string): CellAt | undefined => {
    const column = columnAt(columns, root, origins, path);
    return column && { row, column: column.column, header: column.header };
  };
  const faults = sheet === 'ECF' ? dropLinesWithoutNumber(root, origins, cellOf) : [];
  if (sheet === 'ACEECF') writeTwoDecimals(root);
  return { tree: root as object as SheetTrees[S], faults, cellOf };
}

/** Whether a cell is an absent element: it is empty, or `#e`, or an additional tax of zero. */
const isAbsent = ({ element: { node } }: Column, text: string): boolean =>
  text === '#e' || text.trim() === '' || isZeroTax(node.name, text);

/** Puts a text into the tree. Columns come in order, so the entry of a list is its last one or a new one. */
function put(root: Branch, origins: Origins, { element, indices }: Target, text: string): void {
  let branch = root;
  let depth = 0;
  for (const { name, type, repeats } of element.chain) {
    let holder: Branch | unknown[] = branch;
    let key: string | number = name;
    if (repeats) {
      const list = (branch[name] as unknown[] | undefined) ?? [];
      branch[name] = list;
      const lines = origins.get(list) ?? [];
      origins.set(list, lines);
      const line = indices[depth++]!;
      if (lines.at(-1) !== line) lines.push(line);
      holder = list;
      key = lines.length - 1;
    }
    const entries = holder as Record<string | number, unknown>;
    if (type !== undefined) entries[key] = text;
    else {
      entries[key] ??= {};
      branch = entries[key] as Branch;
    }
  }
}

/** Drops the lines without a number. @source Specification, Excel import: a line is kept only if it has NumeroLinea */
function dropLinesWithoutNumber(
  root: Branch,
  origins: Origins,
  cellOf: (path: string) => CellAt | undefined,
): RowFault[] {
  const items = (root.DetallesItems as { Item: Branch[] } | undefined)?.Item ?? [];
  if (items.every((item) => item.NumeroLinea !== undefined)) return [];
  const lines = origins.get(items) ?? [];
  const faults = items.flatMap((item, i): RowFault[] => {
    if (item.NumeroLinea !== undefined) return [];
    const message = `La línea ${lines[i]} tiene ${Object.keys(item).join(', ')} pero no NumeroLinea: no se toma en cuenta`;
    const cell = cellOf(`DetallesItems.Item[${i + 1}].NumeroLinea`);
    return [{ code: 'EXCEL-LINEA-SIN-NUMERO', path: 'DetallesItems.Item', message, ...(cell && { cell }) }];
  });
  const numbered = items.filter((item) => item.NumeroLinea !== undefined);
  const numberedLines = lines.filter((_, i) => items[i]?.NumeroLinea !== undefined);
  if (numbered.length === 0) delete root.DetallesItems;
  else root.DetallesItems = { Item: numbered };
  origins.set(numbered, numberedLines);
  return faults;
}

/** The ACECF requires two decimals, and the official sheet has whole amounts. @source ACECF v.1.0.xsd, Decimal18D2Validation */
function writeTwoDecimals(root: Branch): void {
  const detalle = root.DetalleAprobacionComercial as Branch | undefined;
  const monto = detalle?.MontoTotal;
  if (detalle !== undefined && typeof monto === 'string' && /^\d+(\.\d)?$/.test(monto))
    detalle.MontoTotal = monto.includes('.') ? `${monto}0` : `${monto}.00`;
}

/** The column of an element, or the first one of a group, following the path through the lists of this row. */
function columnAt(columns: readonly Column[], root: Branch, origins: Origins, path: string): Column | undefined {
  const indices: number[] = [];
  const names: string[] = [];
  let place: unknown = root;
  for (const step of path.split('.')) {
    const [, name = step, index] = /^(\w+)\[(\d+)\]$/.exec(step) ?? [];
    names.push(name);
    place = (place as Branch | undefined)?.[name];
    if (index === undefined) continue;
    const list = place as unknown[] | undefined;
    indices.push((list && origins.get(list)?.[Number(index) - 1]) ?? Number(index));
    place = list?.[Number(index) - 1];
  }
  const wanted = names.join('.');
  return columns.find(
    ({ element: { node }, indices: own }) =>
      (node.path === wanted || node.path.startsWith(`${wanted}.`)) &&
      indices.every((index, depth) => own[depth] === index),
  );
}
