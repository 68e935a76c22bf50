import type { AnyContent, Column, ColumnKey, PrintedLine } from '../content/printed.ts';
import { type Sheet, type Style, widthOf } from '../pdf/sheet.ts';
import { type Tag, tagIn } from '../pdf/tags.ts';
import { put } from './document.ts';
import { page } from './letter-page.ts';
import { hairline, letter, rule } from './styles.ts';
import { wrap } from './text.ts';

interface PlacedColumn {
  readonly column: Column;
  readonly x: number;
  readonly width: number;
  readonly head: readonly string[];
}

/** Layout of the table of one document: its columns and text sizes. */
export interface TableLook {
  readonly columns: readonly PlacedColumn[];
  readonly text: Style;
  readonly small: Style;
  /** Width reserved for the E of exempt lines. */
  readonly indent: number;
  readonly headHeight: number;
}

/** One line, or a part of a line that is taller than a page. */
export interface Row {
  /** Index of its line. */
  readonly line: number;
  readonly exento: boolean;
  readonly cells: Readonly<Partial<Record<ColumnKey, readonly string[]>>>;
  readonly details: readonly string[];
  readonly height: number;
}

const gap = 10;
const sizes = [8.5, 8, 7.5, 7, 6.5, 6, 5.5] as const;
/** Minimum width of the description before the text gets smaller. */
const leastDescription = 150;
const mostColumn = 112;
const total = page.right - page.left;

const longestWord = (text: string, style: Style): number =>
  Math.max(...text.split(' ').map((word) => widthOf(word, style)));

/** Minimum width in which a label takes at most two lines. */
function twoLines(label: string, style: Style): number {
  const words = label.split(' ');
  const halves = words.map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
  return Math.min(...halves.map((half) => Math.max(...half.map((text) => widthOf(text, style))))) + 0.5;
}

/** Measures the columns at a text size. Each is as wide as its widest cell; the description takes the rest. */
function measure({ columns, lines }: AnyContent, text: Style, head: Style) {
  const widths = columns.map(({ key, label }) => {
    if (key === 'descripcion') return 0;
    let widest = twoLines(label, head);
    for (const { cells } of lines) {
      const cell = cells[key];
      if (cell !== undefined)
        widest = Math.max(widest, key === 'unidad' ? longestWord(cell, text) : widthOf(cell, text));
    }
    return Math.min(widest + 0.5, mostColumn);
  });
  const others = widths.reduce((sum, width) => sum + width, 0);
  const room = total - gap * (widths.length - 1);
  return { widths, others, room };
}

/** Chooses the largest text size at which the description has its minimum width; if there is none, the smallest. */
export function planTable(content: AnyContent): TableLook {
  const at = (size: number) => {
    const text = { ...letter.text, size };
    const small = { ...letter.small, size: Math.min(letter.small.size, size) };
    return { size, text, small, ...measure(content, text, small) };
  };
  const smallest = sizes[sizes.length - 1]!;
  const fitting = sizes.find((size) => {
    const { room, others } = at(size);
    return room - others >= leastDescription;
  });
  const { size, text, small, widths, others, room } = at(fitting ?? smallest);
  // With amounts of sixteen digits in every column, the other columns shrink too and their texts are wrapped.
  const description = Math.max(room - others, 60);
  const shrink = Math.min(1, (room - description) / others);
  let x: number = page.left;
  const columns = content.columns.map((column, index): PlacedColumn => {
    const width = column.key === 'descripcion' ? description : widths[index]! * shrink;
    const placed = { column, x, width, head: wrap(column.label, small, width) };
    x += width + gap;
    return placed;
  });
  const headHeight = 9 * Math.max(...columns.map((c) => c.head.length)) + 8;
  const exempt = content.lines.some(({ exento }) => exento);
  return { columns, text, small, indent: exempt ? size * 1.3 : 0, headHeight };
}

const leading = (style: Style): number => style.size * 1.36;

/** Lays out a row: its lines of text and its height. */
function layRow(look: TableLook, line: PrintedLine): Row {
  const cells: Partial<Record<ColumnKey, readonly string[]>> = {};
  let details: readonly string[] = [];
  for (const { column, width } of look.columns) {
    const isDescription = column.key === 'descripcion';
    const text = line.cells[column.key];
    if (text === undefined) continue;
    const lines = wrap(text, look.text, isDescription ? width - look.indent : width);
    cells[column.key] = lines;
    if (!isDescription) continue;
    const [own, rest] = [
      line.details.filter(({ label }) => label === ''),
      line.details.filter(({ label }) => label !== ''),
    ];
    const paragraphs = [...own.map(({ text }) => text), rest.map((d) => `${d.label} ${d.text}`).join(' · ')];
    details = paragraphs.filter(Boolean).flatMap((p) => wrap(p, look.small, width - look.indent));
  }
  const row = { line: line.numero - 1, exento: line.exento, cells, details, height: 0 };
  return { ...row, height: heightOf(look, row) };
}

function heightOf(look: TableLook, { cells, details }: Row): number {
  const description = (cells.descripcion?.length ?? 0) * leading(look.text) + details.length * leading(look.small);
  const others = Math.max(0, ...Object.values(cells).map((lines) => lines.length)) * leading(look.text);
  return Math.max(description, others) + 8;
}

/** Lays out the rows of a document; a row taller than `most` is divided. */
export function layRows(look: TableLook, lines: readonly PrintedLine[], most: number): readonly Row[] {
  return lines.flatMap((line) => {
    const row = layRow(look, line);
    return row.height <= most ? [row] : divide(look, row, most);
  });
}

function divide(look: TableLook, row: Row, most: number): readonly Row[] {
  const count = Math.max(1, Math.floor((most - 8) / leading(look.text)));
  const description = row.cells.descripcion ?? [];
  const all = [
    ...description.map((text) => ({ text, isName: true })),
    ...row.details.map((text) => ({ text, isName: false })),
  ];
  const depth = Math.max(all.length, ...Object.values(row.cells).map((lines) => lines.length));
  const parts: Row[] = [];
  for (let start = 0; start < depth; start += count) {
    const piece = all.slice(start, start + count);
    const cells = Object.fromEntries(
      Object.entries(row.cells).map(([key, lines]) => [key, lines.slice(start, start + count)]),
    );
    const part = {
      ...row,
      exento: row.exento && start === 0,
      cells: { ...cells, descripcion: piece.filter(({ isName }) => isName).map(({ text }) => text) },
      details: piece.filter(({ isName }) => !isName).map(({ text }) => text),
    };
    parts.push({ ...part, height: heightOf(look, part) });
  }
  return parts;
}

const alignedX = ({ column, x, width }: PlacedColumn, text: string, style: Style): number =>
  column.align === 'right' ? x + width - widthOf(text, style) : x;

/** Draws the labels of the columns. After the first page they are not part of the document's structure. */
export function drawTableHead(sheet: Sheet, look: TableLook, y: number, table: Tag | undefined): void {
  const row = table && tagIn(table, 'TR');
  const style = look.small;
  const deepest = Math.max(...look.columns.map(({ head }) => head.length));
  for (const placed of look.columns)
    put(sheet, row, 'TH', () => {
      const start = y + 8 + 9 * (deepest - placed.head.length);
      for (const [n, line] of placed.head.entries())
        sheet.text(alignedX(placed, line, style), start + 9 * n, line, style);
    });
  sheet.within(undefined, () => sheet.rect(page.left, y + look.headHeight - 0.6, total, 0.6, rule));
}

/** Draws one row, with an E before the description of an exempt line. */
export function drawRow(sheet: Sheet, look: TableLook, row: Row, y: number, table: Tag): void {
  const tr = tagIn(table, 'TR');
  const lead = leading(look.text);
  const first = y + 4 + look.text.size;
  for (const placed of look.columns) {
    const lines = row.cells[placed.column.key] ?? [];
    put(sheet, tr, 'TD', () => {
      if (placed.column.key === 'descripcion') {
        if (row.exento) sheet.text(placed.x, first, 'E', { ...look.text, weight: 'semibold' });
        const x = placed.x + look.indent;
        for (const [n, line] of lines.entries()) sheet.text(x, first + n * lead, line, look.text);
        const below = first + lines.length * lead - (look.text.size - look.small.size);
        for (const [n, line] of row.details.entries()) sheet.text(x, below + n * leading(look.small), line, look.small);
        return;
      }
      for (const [n, line] of lines.entries())
        sheet.text(alignedX(placed, line, look.text), first + n * lead, line, look.text);
    });
  }
  sheet.within(undefined, () => sheet.rect(page.left, y + row.height - 0.4, total, 0.4, hairline));
}
