import type { AnyContent, Printed } from '../content/printed.ts';
import { BlankSheet, type Sheet, type Style, widthOf } from '../pdf/sheet.ts';
import { type Tag, tagIn } from '../pdf/tags.ts';
import { type Drawing, pictures, put } from './document.ts';
import { hairline, letter } from './styles.ts';
import { pack, wrap } from './text.ts';

/** A letter sheet, in points. @source specification 001 §2.1: letter, margins of 40 points */
export const page = { width: 612, height: 792, left: 40, right: 572, top: 40 } as const;

/**
 * The QR code at the bottom left of every page: 28 mm wide, 20 mm from the left edge and 25 mm from the lower one, with
 * a blank margin of 3 mm around it. @source Informe Técnico §17.2.3, p. 34
 */
const stamp = { left: 57, top: 640, size: 80, quiet: 8.6 } as const;

/** Lower limits: of the lines of detail, above the code; of the content to its right, above the page number. */
export const bottom = { lines: stamp.top - stamp.quiet - 4, beside: 732 } as const;

/** The measures of a logo that the layout needs. */
export interface LogoSize {
  readonly width: number;
  readonly height: number;
}

/** The most room that a logo takes. */
export const largestLogo: LogoSize = { width: 150, height: 46 };

const baseline = 747;
/** Maximum number of terms printed next to the buyer; further ones form a section. */
export const termsBeside = 8;
/** Left edge of the legends, to the right of the code. */
const besideStamp = 162;

/** Draws a label and its text; further lines of the text begin below the label. Returns the height. */
function drawField(
  sheet: Sheet,
  [x, y, width]: readonly [x: number, y: number, width: number],
  { label, text }: Printed,
  [labelStyle, textStyle]: readonly [Style, Style],
  leading: number,
): number {
  const indent = label === '' ? 0 : widthOf(`${label}  `, labelStyle);
  const lines = wrap(text, textStyle, width, Math.max(0, width - indent));
  if (label !== '') sheet.text(x, y, label, labelStyle);
  for (const [index, line] of lines.entries())
    sheet.text(index === 0 ? x + indent : x, y + index * leading, line, textStyle);
  return lines.length * leading;
}

function drawIssuer(sheet: Sheet, { issuer }: AnyContent, logo: LogoSize | undefined, parent: Tag | undefined): number {
  const width = 250;
  let y: number = page.top;
  if (logo !== undefined) {
    const scale = Math.min(largestLogo.width / logo.width, largestLogo.height / logo.height);
    const [w, h] = [logo.width * scale, logo.height * scale];
    const box = [page.left, page.height - y - h, page.left + w, page.height - y];
    const figure = parent && tagIn(parent, 'Figure', { alt: `Logo de ${issuer.name.text}`, box });
    sheet.within(figure, () => sheet.image(pictures.logo, page.left, y, w, h));
    y += h + 10;
  }
  y += 10;
  put(sheet, parent, 'P', () => {
    for (const line of wrap(issuer.name.text, letter.issuer, width)) {
      sheet.text(page.left, y, line, letter.issuer);
      y += 15.5;
    }
  });
  y += 0.5;
  for (const field of issuer.fields)
    put(sheet, parent, 'P', () => {
      y += drawField(sheet, [page.left, y, width], field, [letter.label, letter.text], 12);
    });
  if (parent === undefined || issuer.contact.length === 0) return y;
  put(sheet, parent, 'P', () => {
    for (const line of pack(
      issuer.contact.map(({ text }) => text),
      letter.small,
      width,
    )) {
      sheet.text(page.left, y + 1, line, letter.small);
      y += 10.5;
    }
  });
  return y;
}

/** Draws, right-aligned, the type, the number and the other identification of the receipt. */
function drawIdentity(sheet: Sheet, { title, identity }: AnyContent, parent: Tag | undefined): number {
  const width = 268;
  let y = page.top + 12;
  const right = (text: string, style: Style) => sheet.text(page.right - widthOf(text, style), y, text, style);
  if (title.text !== '')
    put(sheet, parent, 'H1', () => {
      for (const line of wrap(title.text, letter.title, width)) {
        right(line, letter.title);
        y += 17.5;
      }
    });
  y += 2;
  for (const [index, { label, text }] of identity.entries())
    put(sheet, parent, 'P', () => {
      const style = index === 0 ? letter.number : letter.strong;
      for (const [n, line] of wrap(text, style, width).entries()) {
        const x = page.right - widthOf(line, style);
        if (n === 0 && label !== '') sheet.text(x - widthOf(`${label}  `, letter.label), y, label, letter.label);
        right(line, style);
        y += index === 0 ? 14.5 : 12.5;
      }
    });
  return y;
}

/** Draws the fields in rows, with their labels in a separate column. Returns the y below them. */
function drawList(
  sheet: Sheet,
  fields: readonly Printed[],
  x: number,
  top: number,
  width: number,
  parent: Tag | undefined,
): number {
  const labels = Math.min(130, Math.max(...fields.map(({ label }) => widthOf(label, letter.label)), 0) + 12);
  let y = top;
  for (const { label, text, of } of fields)
    put(sheet, parent, 'P', () => {
      const left = wrap(label, letter.label, labels - 8);
      const style = of.includes('Encabezado.Comprador.RazonSocialComprador') ? letter.strong : letter.text;
      const right = wrap(text, style, width - labels);
      for (const [n, line] of left.entries()) sheet.text(x, y + 12 * n, line, letter.label);
      for (const [n, line] of right.entries()) sheet.text(x + labels, y + 12 * n, line, style);
      y += 12 * Math.max(left.length, right.length) + 1;
    });
  return y;
}

/** Draws the buyer at the left and the terms at the right. Without a buyer, the terms take both places. */
function drawParties(
  sheet: Sheet,
  content: AnyContent,
  top: number,
  parent: Tag | undefined,
  withTerms: boolean,
): number {
  const buyer = withTerms ? [...content.buyer, ...content.buyerContact] : content.buyer;
  const terms = withTerms ? content.terms.slice(0, termsBeside) : [];
  if (buyer.length === 0 && terms.length === 0) return top;
  const y = top + 17;
  const half = Math.ceil(terms.length / 2);
  const [left, right] = buyer.length > 0 ? [buyer, terms] : [terms.slice(0, half), terms.slice(half)];
  const leftEnd = drawList(sheet, left, page.left, y, right.length > 0 ? 264 : 532, parent);
  const rightEnd = drawList(sheet, right, 320, y, 252, parent);
  return Math.max(leftEnd, rightEnd) - 4;
}

/**
 * Draws the head of a page: issuer, receipt, buyer. It is repeated on every page; the terms are only on the first one.
 * @param parent undefined on the pages after the first
 * @returns the y below it
 */
function drawHead(sheet: Sheet, content: AnyContent, logo: LogoSize | undefined, parent: Tag | undefined): number {
  const y = Math.max(drawIssuer(sheet, content, logo, parent), drawIdentity(sheet, content, parent)) + 4;
  sheet.within(undefined, () => sheet.rect(page.left, y, page.right - page.left, 0.6, hairline));
  return drawParties(sheet, content, y, parent, parent !== undefined) + 14;
}

/** Draws the QR code, the fields below it and the legends. They are on every page. */
function drawStamp(sheet: Sheet, { stamp: printed, legends }: AnyContent, parent: Tag | undefined): void {
  const { left, top, size } = stamp;
  if (printed === undefined) {
    drawLegends(sheet, legends, [page.left, 290], parent);
    return;
  }
  const box = [left, page.height - top - size, left + size, page.height - top];
  const figure =
    parent && tagIn(parent, 'Figure', { alt: 'Código QR para consultar este comprobante en la DGII', box });
  sheet.within(figure, () => sheet.image(pictures.qr, left, top, size, size));
  let y = top + size + stamp.quiet + 7.8;
  for (const field of printed.fields)
    put(sheet, parent, 'P', () => {
      y += drawField(sheet, [left, y, 260], { ...field, label: `${field.label}:` }, [letter.small, letter.strong], 11);
    });
  drawLegends(sheet, legends, [besideStamp, 170], parent);
}

/** Draws the legends to the right of the code, in the largest text with which they end above the fields below it. */
function drawLegends(
  sheet: Sheet,
  legends: readonly string[],
  [x, width]: readonly [x: number, width: number],
  parent: Tag | undefined,
): void {
  if (legends.length === 0) return;
  const wrapped = [8, 7.5, 7, 6.5, 6, 5.5].map((size) => {
    const style = { ...letter.smallText, size };
    const blocks = legends.map((legend) => wrap(legend, style, width));
    return { style, blocks, height: blocks.flat().length * size * 1.3 + 4 * (blocks.length - 1) };
  });
  const { style, blocks } = wrapped.find(({ height }) => height <= stamp.size + stamp.quiet) ?? wrapped.at(-1)!;
  let y = stamp.top + style.size - 2;
  for (const block of blocks) {
    put(sheet, parent, 'P', () => {
      for (const line of block) {
        sheet.text(x, y, line, style);
        y += style.size * 1.3;
      }
    });
    y += 4;
  }
}

/** The sheets of a form, added as they fill. */
export class LetterFlow {
  sheet: Sheet;
  y: number;
  private readonly drawing: Drawing;
  private readonly content: AnyContent;
  private readonly logo: LogoSize | undefined;

  constructor(drawing: Drawing, content: AnyContent, logo: LogoSize | undefined) {
    this.drawing = drawing;
    this.content = content;
    this.logo = logo;
    this.sheet = drawing.addSheet(page.width, page.height);
    this.y = drawHead(this.sheet, content, logo, drawing.root);
  }

  /** The y at which the head of each sheet after the first ends, measured by drawing it on a discarded sheet. */
  later(): number {
    return drawHead(new BlankSheet(page.width, page.height), this.content, this.logo, undefined);
  }

  /** Continues on a new sheet. */
  turn(): void {
    drawStamp(this.sheet, this.content, undefined);
    this.sheet = this.drawing.addSheet(page.width, page.height);
    this.y = drawHead(this.sheet, this.content, this.logo, undefined);
  }

  /** Continues on a new sheet unless there is room. */
  ensure(height: number, limit: number = bottom.lines): void {
    if (this.y + height > limit) this.turn();
  }

  /** Ends the last sheet. Only its QR code belongs to the structure of the document. */
  close(): void {
    drawStamp(this.sheet, this.content, this.drawing.root);
  }

  /** Writes the page labels, such as `Página 1 de 2`, on every sheet. */
  number(labels: readonly string[]): void {
    for (const [index, sheet] of this.drawing.sheets.entries()) {
      const text = labels[index] ?? '';
      const x = page.right - widthOf(text, letter.small);
      sheet.within(undefined, () => sheet.text(x, baseline, text, letter.small));
    }
  }
}
