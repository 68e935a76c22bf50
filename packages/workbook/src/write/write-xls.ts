import { startSlices } from '@timbre/worker/in-slices';
import { type SheetColumn, type SheetSource, serialOf } from './column.ts';
import { writeOle } from './write-ole.ts';

/** Records of a workbook stream that are written. @source [MS-XLS] 2.3 */
const type = {
  eof: 0x000a,
  window1: 0x003d,
  font: 0x0031,
  pane: 0x0041,
  codePage: 0x0042,
  colInfo: 0x007d,
  boundSheet: 0x0085,
  xf: 0x00e0,
  dimensions: 0x0200,
  number: 0x0203,
  label: 0x0204,
  window2: 0x023e,
  style: 0x0293,
  format: 0x041e,
  bof: 0x0809,
} as const;

/** Maximum characters of a cell: with two bytes each, they fit in one record. */
const longestText = 4_000;

/** Cell styles, by the index of their record. Those before 15 are required by the format. */
const style = { text: 15, heading: 16, amount: 17, date: 18 } as const;
const dateFormat = 164;

/**
 * Writes pages of rows as a workbook in the format before 2007: amounts are numbers, dates are dates, the heading stays
 * visible. The file begins with the offsets of its parts, so it is held in memory, some 300 bytes a row, until the last
 * row arrives. The caller must limit each sheet to the 65,535 rows of the format.
 *
 * @throws RangeError for a text of more than 4,000 characters
 * @source [MS-XLS] Excel Binary File Format (.xls) Structure
 */
export async function* writeXls<Row>(sheets: readonly SheetSource<Row>[]): AsyncGenerator<Buffer> {
  const written: Buffer[][] = [];
  for (const sheet of sheets) written.push(await writeSheet(sheet));
  const bodies = written.map((pieces) => pieces.reduce((sum, { length }) => sum + length, 0));
  const names = sheets.map(({ name }) => name);
  const { length } = globals(names, bodies, 0);
  yield* writeOle('Workbook', [globals(names, bodies, length), ...written.flat()]);
}

/** The first part of the stream. @param length of this part, after which the sheets follow */
function globals(names: readonly string[], bodies: readonly number[], length: number): Buffer {
  let start = length;
  const places = names.map((name, at) => {
    const place = record(type.boundSheet, u32(start), [0, 0], shortText(name));
    start += bodies[at]!;
    return place;
  });
  const styleRecords = Array.from({ length: style.text }, (_, at) => cellStyle({ base: true, font: at > 4 ? 0 : at }));
  return Buffer.concat([
    begin(5),
    record(type.codePage, u16(1_200)),
    record(type.window1, u16(0, 0, 20_000, 10_000, 0x38, 0, 0, 1, 600)),
    ...[false, false, false, false, true].map(font),
    record(type.format, u16(dateFormat), longText('dd/mm/yyyy')),
    ...styleRecords,
    cellStyle({}),
    cellStyle({ font: boldFont }),
    cellStyle({ format: 4 }),
    cellStyle({ format: dateFormat }),
    record(type.style, u16(0x8000), [0, 0xff]),
    ...places,
    record(type.eof),
  ]);
}

/** Font numbers skip 4. */
const boldFont = 5;

const font = (bold: boolean): Buffer =>
  record(type.font, u16(220, 0, 0x7fff, bold ? 700 : 400, 0), [0, 0, 0, 0], shortText('Calibri'));

/** @param options `base`: the style is not a cell style */
function cellStyle(options: { readonly base?: true; readonly font?: number; readonly format?: number }): Buffer {
  const { base = false, font: of = 0, format = 0 } = options;
  return record(
    type.xf,
    u16(of, format, base ? 0xfff5 : 0x0001),
    [0x20, 0, 0, base ? 0 : 0x3c],
    u32(0),
    u32(0),
    u16(0x20c0),
  );
}

async function writeSheet<Row>({ columns, pages }: SheetSource<Row>): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let line = 0;
  pieces.push(Buffer.concat(columns.map(({ header }, at) => textCell(0, at, style.heading, header))));
  const slices = startSlices();
  let cells: Buffer[] = [];
  const keep = () => {
    pieces.push(Buffer.concat(cells));
    cells = [];
  };
  for await (const page of pages)
    for (const row of page) {
      line += 1;
      for (const [at, column] of columns.entries()) cells.push(cellOf(line, at, column, row));
      if (!slices.isOver()) continue;
      keep();
      await slices.next();
    }
  keep();
  const head = Buffer.concat([
    begin(0x10),
    ...columns.map(({ width }, at) => record(type.colInfo, u16(at, at, width * 256, style.text, 0, 0))),
    record(type.dimensions, u32(0), u32(line + 1), u16(0, columns.length, 0)),
  ]);
  const tail = Buffer.concat([
    // Panes are frozen, and the heading is the upper pane.
    record(type.window2, u16(0x06be, 0, 0, 0x40, 0, 0, 0, 0, 0)),
    record(type.pane, u16(0, 1, 1, 0, 2)),
    record(type.eof),
  ]);
  return [head, ...pieces, tail];
}

const nothing = Buffer.alloc(0);

function cellOf<Row>(line: number, at: number, { kind, of }: SheetColumn<Row>, row: Row): Buffer {
  const value = of(row);
  if (value === null || value === '') return nothing;
  if (kind === 'monto') return numberCell(line, at, style.amount, Number(value));
  if (kind === 'fecha') return numberCell(line, at, style.date, serialOf(value));
  return textCell(line, at, style.text, value);
}

function numberCell(line: number, at: number, of: number, value: number): Buffer {
  const bytes = cellHead(type.number, 8, line, at, of);
  bytes.writeDoubleLE(value, 10);
  return bytes;
}

function textCell(line: number, at: number, of: number, value: string): Buffer {
  if (value.length > longestText) throw new RangeError('The text is too long for a cell');
  const text = longText(value);
  const bytes = cellHead(type.label, text.length, line, at, of);
  text.copy(bytes, 10);
  return bytes;
}

function cellHead(kind: number, size: number, line: number, at: number, of: number): Buffer {
  const bytes = Buffer.allocUnsafe(10 + size);
  bytes.writeUInt16LE(kind, 0);
  bytes.writeUInt16LE(6 + size, 2);
  bytes.writeUInt16LE(line, 4);
  bytes.writeUInt16LE(at, 6);
  bytes.writeUInt16LE(of, 8);
  return bytes;
}

const begin = (kind: number): Buffer => record(type.bof, u16(0x0600, kind, 0x0dbb, 0x07cc), u32(0x41), u32(0x06));

/** A text after its length in two bytes, or in one. Characters take one byte each if all fit, otherwise two. */
const longText = (text: string): Buffer => Buffer.concat([u16(text.length), characters(text)]);
const shortText = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), characters(text)]);
const wide = /[^\0-\xff]/;
const characters = (text: string): Buffer =>
  wide.test(text)
    ? Buffer.concat([Buffer.from([1]), Buffer.from(text, 'utf16le')])
    : Buffer.concat([Buffer.from([0]), Buffer.from(text, 'latin1')]);

function record(kind: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(part))));
  return Buffer.concat([u16(kind, content.length), content]);
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
