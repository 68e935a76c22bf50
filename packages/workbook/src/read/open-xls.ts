import { type NumberFormat, numberText, parseNumberFormat } from './cell-text.ts';
import { type BadCell, badCell, maxCellLength, type Row, type Sheet } from './sheet.ts';
import { WorkbookError } from './workbook-error.ts';
import { RecordReader, recordType } from './xls-records.ts';

const biff8 = 0x0600;
/** Maximum columns of a sheet in this format. */
const maxColumns = 256;

/** The data of the stream's first part, which apply to the whole workbook. */
interface Globals {
  readonly strings: readonly string[];
  /** Number format of each cell style. */
  readonly formats: readonly NumberFormat[];
  readonly date1904: boolean;
  /** The worksheets, and the offset in the stream at which each begins. */
  readonly sheets: readonly { readonly name: string; readonly start: number; readonly hidden: boolean }[];
}

/** @source [MS-XLS] 2.5.10, BErr */
const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

/** Every part of the stream begins with its own marker record. */
function begin(records: RecordReader): void {
  if (!records.next() || records.type !== recordType.bof) throw new WorkbookError('LIBRO-DANADO');
}

function readGlobals(stream: Buffer): Globals {
  const records = new RecordReader(stream);
  begin(records);
  if (records.u16() !== biff8) throw new WorkbookError('LIBRO-ANTIGUO');
  const strings: string[] = [];
  const codes = new Map<number, string>();
  const styles: number[] = [];
  const sheets: { name: string; start: number; hidden: boolean }[] = [];
  let date1904 = false;
  while (records.next() && records.type !== recordType.eof) {
    switch (records.type) {
      case recordType.filePass:
        throw new WorkbookError('LIBRO-CLAVE');
      case recordType.dateMode:
        date1904 = records.u16() === 1;
        break;
      case recordType.format:
        codes.set(records.u16(), records.text(records.u16()));
        break;
      case recordType.xf:
        records.u16();
        styles.push(records.u16());
        break;
      case recordType.boundSheet: {
        const start = records.u32();
        const hidden = (records.u8() & 3) !== 0;
        const isWorksheet = records.u8() === 0;
        const name = records.text(records.u8());
        if (isWorksheet) sheets.push({ name, start, hidden });
        break;
      }
      case recordType.sst:
        readStrings(records, strings);
    }
  }
  const formats = styles.map((id) => parseNumberFormat(codes.get(id), id));
  return { strings, formats, date1904, sheets };
}

function readStrings(records: RecordReader, strings: string[]): void {
  records.u32();
  for (let left = records.u32(); left > 0; left--) {
    records.continueIfUsedUp();
    strings.push(records.text(records.u16()));
  }
}

/** Collects rows, because the format does not guarantee their order. */
class Grid {
  readonly #globals: Pick<Globals, 'formats' | 'date1904'>;
  readonly #hidden = new Set<number>();
  readonly hiddenColumns: (readonly [number, number])[] = [];
  private readonly rows = new Map<
    number,
    {
      cells: (string | undefined)[];
      numbers: number[];
      booleans?: number[];
      currencies?: Map<number, string>;
      percents?: number[];
      bad: BadCell[];
    }
  >();

  constructor(globals: Pick<Globals, 'formats' | 'date1904'>) {
    this.#globals = globals;
  }

  put(row: number, column: number, text: string, kind: 'text' | 'number' | 'boolean' | 'error' = 'text'): void {
    if (column >= maxColumns) throw new WorkbookError('LIBRO-DANADO');
    const cellsOfRow = this.rows.get(row) ?? { cells: [], numbers: [], bad: [] };
    const { cells, numbers, bad } = cellsOfRow;
    this.rows.set(row, cellsOfRow);
    if (kind === 'error') bad.push({ column, mensaje: badCell.error(text) });
    if (text.length > maxCellLength) bad.push({ column, mensaje: badCell.length });
    else if (text !== '') {
      while (cells.length < column) cells.push(undefined);
      cells[column] = text;
      if (kind === 'number') numbers.push(column);
      if (kind === 'boolean') cellsOfRow.booleans = [...(cellsOfRow.booleans ?? []), column];
    }
  }

  /** A number, in the format of its style; `value` is a day if the format is that of a date. */
  putNumber(row: number, column: number, style: number, value: number): void {
    const { formats, date1904 } = this.#globals;
    const format = formats[style] ?? parseNumberFormat(undefined, 0);
    this.put(row, column, numberText(String(value), format, date1904), 'number');
    const cellsOfRow = this.rows.get(row);
    if (format.otraMoneda !== undefined && cellsOfRow !== undefined)
      cellsOfRow.currencies = new Map([...(cellsOfRow.currencies ?? []), [column, format.otraMoneda]]);
    if (format.kind === 'percent' && cellsOfRow !== undefined)
      cellsOfRow.percents = [...(cellsOfRow.percents ?? []), column];
  }

  /** A cell of a yes or no, or of an error. */
  putCode(row: number, column: number, value: number, isError: boolean): void {
    if (isError) this.put(row, column, errors[value] ?? '#ERROR', 'error');
    else this.put(row, column, value === 0 ? 'FALSO' : 'VERDADERO', 'boolean');
  }

  hide(row: number): void {
    this.#hidden.add(row);
  }

  sorted(): Row[] {
    return [...this.rows]
      .filter(([, { cells, bad }]) => cells.length > 0 || bad.length > 0)
      .sort(([a], [b]) => a - b)
      .map(([index, row]) => ({ number: index + 1, ...row, ...(this.#hidden.has(index) && { hidden: true }) }));
  }
}

/** Place of a cell, from 0. */
type Place = readonly [row: number, column: number];

function readSheet(stream: Buffer, start: number, globals: Globals): Grid {
  const records = new RecordReader(stream, start);
  begin(records);
  const grid = new Grid(globals);
  // Charts inside a sheet have their own begin and end records.
  let depth = 1;
  /** The cell of a formula whose text follows in a separate record. */
  let formulaCell: Place | undefined;
  while (records.next()) {
    const { type } = records;
    if (type === recordType.bof) depth++;
    else if (type === recordType.eof && --depth === 0) break;
    if (depth !== 1) continue;
    if (type === recordType.string && formulaCell !== undefined) {
      grid.put(...formulaCell, records.text(records.u16()));
      formulaCell = undefined;
    }
    if (type === recordType.row) readRowRecord(records, grid);
    else if (type === recordType.colInfo) readColumns(records, grid);
    else if (cellTypes.has(type)) formulaCell = readCell(records, grid, globals.strings) ?? formulaCell;
  }
  return grid;
}

/** Puts the cell of a record. Returns its place if it is a formula whose text is in a record that follows. */
function readCell(records: RecordReader, grid: Grid, strings: readonly string[]): Place | undefined {
  const { type } = records;
  const [row, column] = [records.u16(), records.u16()];
  if (type === recordType.mulRk) {
    for (let next = column; records.left >= 6; next++) grid.putNumber(row, next, records.u16(), records.rk());
    return undefined;
  }
  const style = records.u16();
  if (type === recordType.number) grid.putNumber(row, column, style, records.f64());
  else if (type === recordType.rk) grid.putNumber(row, column, style, records.rk());
  else if (type === recordType.boolErr) grid.putCode(row, column, records.u8(), records.u8() === 1);
  else if (type === recordType.labelSst) {
    const text = strings[records.u32()];
    if (text === undefined) throw new WorkbookError('LIBRO-DANADO');
    grid.put(row, column, text);
  } else if (type === recordType.formula) {
    const result = formulaResult(records);
    if (result.kind === 'text') return [row, column];
    if (result.kind === 'number') grid.putNumber(row, column, style, result.value);
    else if (result.kind !== 'empty') grid.putCode(row, column, result.value, result.kind === 'error');
  } else grid.put(row, column, records.text(records.u16()));
  return undefined;
}

const cellTypes: ReadonlySet<number> = new Set([
  recordType.formula,
  recordType.mulRk,
  recordType.rString,
  recordType.labelSst,
  recordType.number,
  recordType.label,
  recordType.boolErr,
  recordType.rk,
]);

/** Notes whether a row is hidden. @source [MS-XLS] 2.4.221, Row: fDyZero */
function readRowRecord(records: RecordReader, grid: Grid): void {
  const row = records.u16();
  for (let skipped = 0; skipped < 5; skipped++) records.u16();
  if (records.u8() & 0x20) grid.hide(row);
}

/** Notes columns that are hidden, or have no width. @source [MS-XLS] 2.4.53, ColInfo: coldx, fHidden */
function readColumns(records: RecordReader, grid: Grid): void {
  const [first, last, width] = [records.u16(), records.u16(), records.u16()];
  records.u16();
  if (((records.u16() & 1) !== 0 || width === 0) && last >= first) grid.hiddenColumns.push([first, last]);
}

const formulaKinds = ['text', 'boolean', 'error', 'empty'] as const;

/** The result stored with a formula: a double, or a mark of another type. @source [MS-XLS] 2.5.133, FormulaValue */
function formulaResult(records: RecordReader): {
  kind: 'number' | (typeof formulaKinds)[number];
  value: number;
} {
  const bytes = Buffer.from(Array.from({ length: 8 }, () => records.u8()));
  if (bytes.readUInt16LE(6) !== 0xffff) return { kind: 'number', value: bytes.readDoubleLE() };
  return { kind: formulaKinds[bytes[0]!] ?? 'empty', value: bytes[2]! };
}

/**
 * Opens a workbook in the format before 2007 (.xls, BIFF8). For formulas, the value stored by Excel is read.
 *
 * @param stream the stream `Workbook` of the file
 * @returns its worksheets in the order of their tabs
 * @throws WorkbookError LIBRO-CLAVE, LIBRO-ANTIGUO, LIBRO-DANADO
 * @source [MS-XLS] Excel Binary File Format (.xls) Structure
 */
export function openXls(stream: Buffer): Sheet[] {
  const globals = readGlobals(stream);
  return globals.sheets.map(({ name, start, hidden }) => {
    const grid = readSheet(stream, start, globals);
    const [rows, { hiddenColumns }] = [grid.sorted(), grid];
    return { name, hidden, hiddenColumns, date1904: globals.date1904, rowCount: rows.length, rows: () => rows };
  });
}
