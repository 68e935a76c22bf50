import type { PDF, PDFPage, PdfArray } from '@libpdf/core';
import { loadLibrary } from './open-pdf.ts';
import { PdfError } from './pdf-error.ts';
import { type Box, type VisiblePage, visiblePage } from './visible-page.ts';

/** Corners of a page as displayed. */
export const corners = ['arriba-izquierda', 'arriba-derecha', 'abajo-izquierda', 'abajo-derecha'] as const;
export type Corner = (typeof corners)[number];

/** The visible stamp of a signature. */
export interface Stamp {
  /** From 1; `ultima` is the last page. */
  readonly page: number | 'ultima';
  readonly corner: Corner;
  /** Its first line is a heading. */
  readonly lines: readonly string[];
}

/** Points on paper of the usual sizes; on a smaller page the stamp is smaller too. */
const size = { width: 210, height: 58 } as const;
/** Distance from the edges: points, and at most a part of the page's shorter side. */
const margin = { points: 24, part: 1 / 12 } as const;

/** The page of a stamp. @throws PdfError `pdf/pagina-del-sello` */
export function pageOf(pdf: PDF, { page }: Stamp): PDFPage {
  const target = page === 'ultima' ? pdf.getPages().at(-1) : pdf.getPages()[page - 1];
  if (target === undefined) throw new PdfError('pdf/pagina-del-sello');
  return target;
}

/** A point in the page as displayed; the origin is its bottom left corner. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * For each rotation of a page: maps a displayed point to the space of the page, and the matrix that rotates the stamp.
 * @source ISO 32000-1, §8.3.3 and §12.5.5
 */
const turns: Readonly<
  Record<VisiblePage['rotation'], { at: (box: Box, seen: Place) => Place; matrix: readonly number[] }>
> = {
  0: { at: ({ left, bottom }, { x, y }) => ({ x: left + x, y: bottom + y }), matrix: [1, 0, 0, 1, 0, 0] },
  90: { at: ({ right, bottom }, { x, y }) => ({ x: right - y, y: bottom + x }), matrix: [0, 1, -1, 0, 0, 0] },
  180: { at: ({ right, top }, { x, y }) => ({ x: right - x, y: top - y }), matrix: [-1, 0, 0, -1, 0, 0] },
  270: { at: ({ left, top }, { x, y }) => ({ x: left + y, y: top - x }), matrix: [0, -1, 1, 0, 0, 0] },
};

/** The rectangle of a stamp in the space of its page: whole, upright, in its corner, on a page of any size. */
export function placeStamp({ box, rotation, unit }: VisiblePage, corner: Corner): Box {
  const sides = [box.right - box.left, box.top - box.bottom];
  const [width = 0, height = 0] = rotation === 90 || rotation === 270 ? sides.toReversed() : sides;
  const gap = Math.min(margin.points / unit, Math.min(width, height) * margin.part);
  const scale = Math.min(1 / unit, (width - 2 * gap) / size.width, (height - 2 * gap) / size.height);
  const [w, h] = [size.width * scale, size.height * scale];
  const x = corner.endsWith('izquierda') ? gap : width - gap - w;
  const y = corner.startsWith('abajo') ? gap : height - gap - h;
  const { at } = turns[rotation];
  const [one, other] = [at(box, { x, y }), at(box, { x: x + w, y: y + h })];
  return {
    left: Math.min(one.x, other.x),
    bottom: Math.min(one.y, other.y),
    right: Math.max(one.x, other.x),
    top: Math.max(one.y, other.y),
  };
}

/** Returns the rectangle of the stamp in the page's own space, and its appearance. */
export async function drawStamp(pdf: PDF, page: PDFPage, { corner, lines }: Stamp) {
  const { PdfArray, PdfDict, PdfName, PdfNumber, measureText } = await loadLibrary();
  const numbers = (values: readonly number[]): PdfArray => new PdfArray(values.map((value) => PdfNumber.of(value)));
  const registry = pdf.context.registry;
  const visible = visiblePage(page.dict, registry.resolve.bind(registry));
  const { left, bottom, right, top } = placeStamp(visible, corner);
  const font = PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type1'),
    BaseFont: PdfName.of('Helvetica'),
    Encoding: PdfName.of('WinAnsiEncoding'),
  });
  const appearance = pdf.createStream(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: numbers([0, 0, size.width, size.height]),
      Matrix: numbers(turns[visible.rotation].matrix),
      Resources: PdfDict.of({ Font: PdfDict.of({ F: font }) }),
    },
    drawing(lines.map(printable), (line) => measureText(line, 'Helvetica', 1)),
  );
  return { rect: numbers([left, bottom, right, top]), appearance: PdfDict.of({ N: appearance }) };
}

/** Room between the frame and a text. */
const inset = 8;

/**
 * The drawing operators: a frame, and the lines, each as large as fits.
 * @param widthOf the width of a text of one point
 */
function drawing(lines: readonly string[], widthOf: (line: string) => number): Buffer {
  const { width, height } = size;
  const frame = `1 1 1 rg 0.2 0.25 0.35 RG 0.8 w 0.4 0.4 ${width - 0.8} ${height - 0.8} re B`;
  const texts = lines.map((line, index) => {
    const fontSize = Math.min(index === 0 ? 7 : 8.5, (width - 2 * inset) / Math.max(1, widthOf(line)));
    return `BT /F ${fontSize.toFixed(2)} Tf ${inset} ${height - 14 - index * 12} Td (${escapeText(line)}) Tj ET`;
  });
  const clip = `4 4 ${width - 8} ${height - 8} re W n`;
  return Buffer.from(['q', frame, clip, '0.1 0.12 0.16 rg', ...texts, 'Q'].join('\n'), 'latin1');
}

/** The characters of the octets 0x80 to 0x9f of WinAnsi; a blank for one that has none. @source ISO 32000-1, annex D.2 */
const between = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The octet of a character in WinAnsi; undefined if it has none. */
function octetOf(char: string): number | undefined {
  if (/^[\x20-\x7e\xa0-\xff]$/.test(char)) return char.charCodeAt(0);
  const index = between.indexOf(char);
  return index < 0 ? undefined : 0x80 + index;
}

/** The text in characters of WinAnsi: for another one its letter without marks, or a question mark. */
const printable = (text: string): string =>
  Array.from(text.normalize('NFC'), (char) => {
    if (octetOf(char) !== undefined) return char;
    const plain = char.normalize('NFD').replace(/\p{M}/gu, '');
    return octetOf(plain) === undefined ? '?' : plain;
  }).join('');

/** A text of WinAnsi as the octets of a string of a PDF. */
const escapeText = (text: string): string =>
  Array.from(text, (char) => String.fromCharCode(octetOf(char)!))
    .join('')
    .replace(/[\\()]/g, '\\$&');
