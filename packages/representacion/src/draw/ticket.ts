import type { AnyContent, Content, Printed, PrintedLine, TotalRow } from '../content/printed.ts';
import type { Logo } from '../pdf/logo.ts';
import { type Sheet, type Style, widthOf } from '../pdf/sheet.ts';
import { type Tag, type TagType, tagIn } from '../pdf/tags.ts';
import { Drawing, pictures, put } from './document.ts';
import { strip } from './styles.ts';
import { wrap } from './text.ts';

const millimetre = 72 / 25.4;
/** Paper of 80 mm, of which printers print on 72. */
const paper = { width: 80 * millimetre, left: 4 * millimetre, right: 76 * millimetre } as const;
const inner = paper.right - paper.left;
/** 30 mm, centred: 25 mm from each side. @source Informe Técnico §17.2.3, n. 53 */
const qr = { size: 30 * millimetre, quiet: 3 * millimetre } as const;
/** Minimum distance of the code from the lower edge. */
const edge = 20 * millimetre;
/** A sheet has at most 200 inches; a longer strip continues on another one. @source ISO 32000-1, annex C */
const longest = 14_000;

/** The strip, extended as it is drawn. */
class StripFlow {
  sheet: Sheet;
  y = 14;
  readonly lengths: number[] = [];
  private readonly drawing: Drawing;

  constructor(drawing: Drawing) {
    this.drawing = drawing;
    this.sheet = drawing.addSheet(paper.width, 0);
  }

  ensure(height: number): void {
    if (this.y + height <= longest) return;
    this.close();
    this.sheet = this.drawing.addSheet(paper.width, 0);
    this.y = 6;
  }

  close(): void {
    this.lengths.push(Math.ceil(this.y));
  }

  /** Writes lines of text, left-aligned or centred. */
  write(parent: Tag, type: TagType, text: string, style: Style, leading: number, centred = false): void {
    const lines = wrap(text, style, inner);
    this.ensure(lines.length * leading);
    put(this.sheet, parent, type, () => {
      for (const line of lines) {
        const x = centred ? paper.left + (inner - widthOf(line, style)) / 2 : paper.left;
        this.sheet.text(x, this.y + style.size, line, style);
        this.y += leading;
      }
    });
  }

  /** Writes a row of a table: a label at the left and an amount at the right. */
  row(table: Tag, label: string, amount: string, style: Style, leading: number, indent = 0): void {
    const width = widthOf(amount, style);
    const room = inner - width - 8 - indent;
    const lines = [...wrap(label, style, Math.max(60, room))];
    // A label that would be covered by its amount has a line of its own.
    if (widthOf(lines.at(-1)!, style) > room) lines.push('');
    this.ensure(lines.length * leading);
    const tr = tagIn(table, 'TR');
    put(this.sheet, tr, 'TD', () => {
      for (const [n, line] of lines.entries())
        this.sheet.text(paper.left + indent, this.y + style.size + n * leading, line, style);
    });
    // The amount is on the last line of the label, so that it reads on from the label.
    const y = this.y + style.size + (lines.length - 1) * leading;
    put(this.sheet, tr, 'TD', () => this.sheet.text(paper.right - width, y, amount, style));
    this.y += lines.length * leading;
  }

  rule(thickness = 0.5): void {
    this.y += 5;
    this.sheet.within(undefined, () => this.sheet.rect(paper.left, this.y, inner, thickness, 0));
    this.y += 5;
  }
}

const labelled = ({ label, text }: Printed): string => (label === '' ? text : `${label}: ${text}`);

function drawHead(flow: StripFlow, content: AnyContent, logo: Logo | undefined, root: Tag): void {
  if (logo !== undefined) {
    const scale = Math.min(130 / logo.width, 44 / logo.height);
    const [w, h] = [logo.width * scale, logo.height * scale];
    const x = paper.left + (inner - w) / 2;
    const figure = tagIn(root, 'Figure', { alt: `Logo de ${content.issuer.name.text}` });
    flow.sheet.within(figure, () => flow.sheet.image(pictures.logo, x, flow.y, w, h));
    flow.y += h + 6;
  }
  flow.write(root, 'P', content.issuer.name.text, strip.issuer, 14, true);
  for (const field of [...content.issuer.fields, ...content.issuer.contact])
    flow.write(root, 'P', labelled(field), strip.text, 10.5, true);
  flow.rule();
  if (content.title.text !== '') flow.write(root, 'H1', content.title.text, strip.title, 13, true);
  for (const [index, field] of content.identity.entries())
    flow.write(root, 'P', labelled(field), index === 0 ? strip.strong : strip.text, 10.5, true);
  flow.rule();
  const fields = [...content.buyer, ...content.buyerContact, ...content.terms];
  for (const field of fields) flow.write(root, 'P', labelled(field), strip.text, 10.5);
  for (const { title, fields: more } of content.sections) {
    flow.y += 4;
    flow.write(root, 'H2', title, strip.strong, 11.5);
    for (const field of more) flow.write(root, 'P', labelled(field), strip.text, 10.5);
  }
  if (fields.length + content.sections.length > 0) flow.rule();
}

/** Columns printed below the description, each with its label to identify the figure. */
const below = [
  ['grados', 'Grados alcohol'],
  ['pvp', 'PVP'],
  ['especifico', 'ISC específico'],
  ['advalorem', 'ISC ad valorem'],
  ['itbis', 'ITBIS'],
  ['descuento', 'Descuento'],
  ['recargo', 'Recargo'],
] as const;

/** Draws the description, then quantity × price and the value, then the other data of the line. */
function drawLine(flow: StripFlow, { cells, details, exento }: PrintedLine, table: Tag): void {
  const tr = tagIn(table, 'TR');
  flow.write(tr, 'TD', `${exento ? 'E  ' : ''}${cells.descripcion ?? ''}`, strip.strong, 10.5);
  const unit = cells.unidad === undefined ? '' : ` ${cells.unidad}`;
  flow.row(table, `${cells.cantidad ?? ''}${unit} × ${cells.precio ?? ''}`, cells.valor ?? '', strip.text, 10.5);
  const figures = below.flatMap(([key, label]) => (cells[key] === undefined ? [] : `${label} ${cells[key]}`));
  if (figures.length > 0) flow.write(tagIn(table, 'TR'), 'TD', figures.join(' · '), strip.text, 10.5);
  for (const detail of details) flow.write(tagIn(table, 'TR'), 'TD', labelled(detail), strip.small, 9.5);
  flow.y += 4;
}

function drawTotals(flow: StripFlow, { adjustments, subtotals, totals, currencies }: AnyContent, root: Tag): void {
  const table = tagIn(root, 'Table');
  const many = currencies.length > 1;
  for (const { label, text } of subtotals) flow.row(table, label, text, strip.text, 10.5);
  const write = (rows: readonly TotalRow[], amount: (row: TotalRow) => string | undefined, currency: string) => {
    for (const row of rows) {
      const text = amount(row);
      if (text === undefined) continue;
      const isTotal = row.kind === 'total';
      if (isTotal) flow.y += 3;
      const label = many ? `${row.label} (${currency})` : row.label;
      flow.row(
        table,
        label,
        isTotal && !many ? `${currency} ${text}` : text,
        isTotal ? strip.total : strip.text,
        isTotal ? 15 : 10.5,
        row.kind === 'part' ? 7 : 0,
      );
    }
  };
  const rows = [...adjustments, ...totals];
  // A row without any amount has its label alone.
  write(
    rows,
    ({ text, otraMoneda }) => (text === '' && otraMoneda !== undefined ? undefined : text),
    currencies[0] ?? '',
  );
  if (!many) return;
  flow.rule();
  write(rows, ({ otraMoneda }) => otraMoneda, currencies[1] ?? '');
}

function drawStamp(flow: StripFlow, { stamp, legends }: AnyContent, root: Tag): void {
  const end = stamp === undefined ? flow.y : drawQr(flow, stamp, root);
  for (const legend of legends) {
    flow.y += 5;
    flow.write(root, 'P', legend, strip.text, 10.5, true);
  }
  flow.y = Math.max(flow.y + 14, end + edge);
}

/** Draws the code and the fields below it. @returns the y of its lower edge */
function drawQr(flow: StripFlow, stamp: Content['stamp'], root: Tag): number {
  const codes = stamp.fields.length * 10.5;
  flow.ensure(qr.size + 2 * qr.quiet + codes + edge);
  flow.y += qr.quiet;
  const end = flow.y + qr.size;
  const x = (paper.width - qr.size) / 2;
  const figure = tagIn(root, 'Figure', { alt: 'Código QR para consultar este comprobante en la DGII' });
  flow.sheet.within(figure, () => flow.sheet.image(pictures.qr, x, flow.y, qr.size, qr.size));
  flow.y = end + qr.quiet;
  for (const field of stamp.fields) flow.write(root, 'P', labelled(field), strip.text, 10.5, true);
  return end;
}

/** Draws the form on one strip of continuous paper, 80 mm wide and as long as it needs. */
export function drawTicket(content: AnyContent, logo: Logo | undefined): Drawing {
  const drawing = new Drawing();
  const { root } = drawing;
  const flow = new StripFlow(drawing);
  drawHead(flow, content, logo, root);
  const table = tagIn(root, 'Table');
  const ends = new Map(content.pages.slice(0, -1).map((page) => [page.end, page]));
  for (const line of content.lines) {
    drawLine(flow, line, table);
    const page = ends.get(line.numero);
    if (page === undefined) continue;
    flow.rule();
    flow.write(tagIn(table, 'TR'), 'TD', `Página ${page.numero} de ${content.pages.length}`, strip.strong, 10.5);
    for (const { label, text } of page.subtotals) flow.row(table, label, text, strip.text, 10.5);
    flow.rule();
  }
  flow.rule();
  drawTotals(flow, content, root);
  flow.rule();
  drawStamp(flow, content, root);
  flow.close();
  drawing.lengths = flow.lengths;
  return drawing;
}
