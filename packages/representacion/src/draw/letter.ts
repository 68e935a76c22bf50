import type { AnyContent, Section } from '../content/printed.ts';
import type { Logo } from '../pdf/logo.ts';
import { tagIn } from '../pdf/tags.ts';
import { Drawing, Measuring, put } from './document.ts';
import { bottom, LetterFlow, type LogoSize, largestLogo, page, termsBeside } from './letter-page.ts';
import { drawRow, drawTableHead, layRows, planTable, type Row, type TableLook } from './letter-table.ts';
import { drawPageSubtotals, drawTotals, planTotals } from './letter-totals.ts';
import { letter } from './styles.ts';
import { wrap } from './text.ts';

/**
 * Draws a group of fields in four columns, with labels above. A text without a label takes the whole width.
 * @param most lines of a text on a sheet: a longer one goes on at the next sheet
 */
function drawSection(flow: LetterFlow, drawing: Drawing, { title, fields }: Section, most: number): void {
  const section = tagIn(drawing.root, 'Sect');
  const column = 124;
  flow.ensure(48);
  put(flow.sheet, section, 'H2', () => flow.sheet.text(page.left, flow.y + 8, title, letter.heading));
  flow.y += 14;
  const paragraphs = fields.filter(({ label }) => label === '');
  const cells = fields.filter(({ label }) => label !== '');
  for (let start = 0; start < cells.length; start += 4) {
    const row = cells
      .slice(start, start + 4)
      .map((field) => ({ ...field, lines: wrap(field.text, letter.text, column) }));
    const deepest = Math.max(...row.map(({ lines }) => lines.length));
    for (let first = 0; first < deepest; first += most) {
      const depth = Math.min(most, deepest - first);
      flow.ensure(12 + 11.5 * depth);
      for (const [index, { label, lines }] of row.entries())
        put(flow.sheet, section, 'P', () => {
          const x = page.left + index * (column + 12);
          if (first === 0) flow.sheet.text(x, flow.y + 8, label, letter.small);
          for (const [n, line] of lines.slice(first, first + most).entries())
            flow.sheet.text(x, flow.y + 19 + 11.5 * n, line, letter.text);
        });
      flow.y += 13 + 11.5 * depth;
    }
  }
  for (const { text } of paragraphs) {
    const lines = wrap(text, letter.text, page.right - page.left);
    for (let first = 0; first < lines.length; first += most) {
      const piece = lines.slice(first, first + most);
      flow.ensure(11.5 * piece.length);
      put(flow.sheet, section, 'P', () => {
        for (const [n, line] of piece.entries()) flow.sheet.text(page.left, flow.y + 8 + 11.5 * n, line, letter.text);
      });
      flow.y += 11.5 * piece.length;
    }
    flow.y += 2;
  }
  flow.y += 8;
}

/** Assigns rows to sheets. Returns the indices of the rows that begin a new sheet. */
function planBreaks(
  content: AnyContent,
  look: TableLook,
  rows: readonly Row[],
  [first, later]: readonly [number, number],
  totalsHeight: number,
): readonly number[] {
  const starts = new Set(content.pages.slice(1).map(({ start }) => start));
  const breaks: number[] = [];
  let y = first + look.headHeight;
  for (const [index, row] of rows.entries()) {
    const begins = starts.has(row.line) && rows[index - 1]?.line !== row.line;
    if (begins || y + row.height > bottom.lines) {
      breaks.push(index);
      y = later + look.headHeight;
    }
    y += row.height;
  }
  // The totals are never alone on a sheet: up to three rows are moved with them to the last sheet. Declared pages may
  // have moved them already.
  const start = breaks.at(-1) ?? 0;
  const onLast = rows.length - start;
  const mayMove = onLast > (starts.size === 0 ? 1 : 3) && breaks.length + 1 < rows.length;
  if (y + totalsHeight > bottom.beside && mayMove) breaks.push(rows.length - Math.min(3, onLast - 1));
  return breaks;
}

/** Page labels: `Página 1 de 2`. If a declared page takes several sheets, the label also counts its sheets. */
function pageLabels(content: AnyContent, sheets: readonly number[]): readonly string[] {
  if (sheets.length < 2) return [];
  if (content.pages.length < 2) return sheets.map((_, index) => `Página ${index + 1} de ${sheets.length}`);
  const pageAt = (line: number) => content.pages.findLast(({ start }) => start <= line) ?? content.pages[0]!;
  const numbers = sheets.map((line) => pageAt(line).numero);
  return numbers.map((numero, index) => {
    const nth = index - numbers.indexOf(numero) + 1;
    const several = numbers.filter((other) => other === numero).length > 1;
    return `Página ${numero} de ${content.pages.length}${several ? `, hoja ${nth}` : ''}`;
  });
}

/** A form whose head and sections are drawn, and whose lines are assigned to sheets. */
interface Plan {
  readonly drawing: Drawing;
  readonly flow: LetterFlow;
  readonly look: TableLook;
  readonly rows: readonly Row[];
  readonly totals: ReturnType<typeof planTotals>;
  /** The indices of the rows that begin a new sheet. */
  readonly breaks: readonly number[];
}

function planLetter(drawing: Drawing, content: AnyContent, logo: LogoSize | undefined): Plan {
  const flow = new LetterFlow(drawing, content, logo);
  const later = flow.later();
  const mostLines = Math.max(1, Math.floor((bottom.lines - later - 24) / 11.5));
  const further = { title: 'Otros datos', fields: content.terms.slice(termsBeside) };
  for (const section of [further, ...content.sections].filter(({ fields }) => fields.length > 0))
    drawSection(flow, drawing, section, mostLines);
  flow.y += 2;
  const look = planTable(content);
  const rows = layRows(look, content.lines, bottom.lines - later - look.headHeight - 60);
  const totals = planTotals(content);
  if (flow.y + look.headHeight + (rows[0]?.height ?? 0) > bottom.lines) flow.turn();
  const breaks = planBreaks(content, look, rows, [flow.y, later], totals.height);
  return { drawing, flow, look, rows, totals, breaks };
}

/**
 * The lines, by their index, that begin a letter page after the first when the document declares no pages.
 * @param hasLogo whether room is left for a logo
 */
export function letterStarts(content: AnyContent, hasLogo: boolean): readonly number[] {
  const { rows, breaks } = planLetter(new Measuring(), { ...content, pages: [] }, hasLogo ? largestLogo : undefined);
  return breaks.map((row) => rows[row]!.line).filter((line, index) => line !== rows[breaks[index]! - 1]?.line);
}

/** Draws the form on letter sheets. */
export function drawLetter(content: AnyContent, logo: Logo | undefined): Drawing {
  const { drawing, flow, look, rows, totals, breaks } = planLetter(new Drawing(), content, logo);
  /** For each sheet, the index of its first line. */
  const sheetLines: number[] = drawing.sheets.map(() => 0);
  const starts = breaks.map((row) => rows[row]!.line);
  const subtotals = subtotalsBefore(content, starts);
  const table = tagIn(drawing.root, 'Table');
  drawTableHead(flow.sheet, look, flow.y, table);
  flow.y += look.headHeight;
  for (const [index, row] of rows.entries()) {
    const sheet = breaks.indexOf(index);
    if (sheet >= 0) {
      drawPageSubtotals(flow, subtotals[sheet] ?? []);
      flow.turn();
      sheetLines.push(row.line);
      drawTableHead(flow.sheet, look, flow.y, undefined);
      flow.y += look.headHeight;
    }
    drawRow(flow.sheet, look, row, flow.y, table);
    flow.y += row.height;
  }
  if (flow.y + totals.height > bottom.beside && totals.height < bottom.beside - flow.later()) flow.turn();
  drawTotals(flow, totals, drawing.root);
  while (sheetLines.length < drawing.sheets.length) sheetLines.push(content.lines.length - 1);
  flow.close();
  flow.number(pageLabels(content, sheetLines));
  return drawing;
}

/**
 * The subtotals at the end of each sheet but the last. If the document declares pages, the declared ones of the page that
 * ends there; otherwise those of the lines of the sheet.
 * @param starts the first line of each sheet after the first
 */
function subtotalsBefore({ pages, lines, subtotalsOf }: AnyContent, starts: readonly number[]) {
  if (starts.length === 0) return [];
  if (pages.length > 0) return starts.map((next) => pages.find(({ end }) => end === next)?.subtotals ?? []);
  const ends = [...starts, lines.length];
  return subtotalsOf(ends.map((end, index) => ({ start: ends[index - 1] ?? 0, end })));
}
