import type { PDF, PDFPage, PdfArray } from '@libpdf/core';
import { loadLibrary } from './open-pdf.ts';
import { PdfError } from './pdf-error.ts';

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

const size = { width: 210, height: 58 } as const;
const margin = 24;

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
 * For each rotation of a page: maps a displayed point to the page's own space, and the matrix that rotates the stamp.
 * @source ISO 32000-1, §8.3.3 and §12.5.5
 */
const turns: Readonly<
  Record<0 | 90 | 180 | 270, { at: (width: number, height: number, seen: Place) => Place; matrix: readonly number[] }>
> = {
  0: { at: (_w, _h, { x, y }) => ({ x, y }), matrix: [1, 0, 0, 1, 0, 0] },
  90: { at: (width, _h, { x, y }) => ({ x: width - y, y: x }), matrix: [0, 1, -1, 0, 0, 0] },
  180: { at: (width, height, { x, y }) => ({ x: width - x, y: height - y }), matrix: [-1, 0, 0, -1, 0, 0] },
  270: { at: (_w, height, { x, y }) => ({ x: y, y: height - x }), matrix: [0, -1, 1, 0, 0, 0] },
};

/** Returns the rectangle of the stamp in the page's own space, and its appearance. */
export async function drawStamp(pdf: PDF, page: PDFPage, { corner, lines }: Stamp) {
  const { PdfArray, PdfDict, PdfName, PdfNumber } = await loadLibrary();
  const numbers = (values: readonly number[]): PdfArray => new PdfArray(values.map((value) => PdfNumber.of(value)));
  const box = page.getCropBox();
  const isSideways = page.rotation === 90 || page.rotation === 270;
  const [seenWidth, seenHeight] = isSideways ? [box.height, box.width] : [box.width, box.height];
  const left = corner.endsWith('izquierda') ? margin : seenWidth - margin - size.width;
  const bottom = corner.startsWith('abajo') ? margin : seenHeight - margin - size.height;
  const { at, matrix } = turns[page.rotation];
  const one = at(box.width, box.height, { x: left, y: bottom });
  const other = at(box.width, box.height, { x: left + size.width, y: bottom + size.height });
  const rect = [
    box.x + Math.min(one.x, other.x),
    box.y + Math.min(one.y, other.y),
    box.x + Math.max(one.x, other.x),
    box.y + Math.max(one.y, other.y),
  ];
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
      Matrix: numbers(matrix),
      Resources: PdfDict.of({ Font: PdfDict.of({ F: font }) }),
    },
    drawing(lines),
  );
  return { rect: numbers(rect), appearance: PdfDict.of({ N: appearance }) };
}

/** The drawing operators: a frame, and the lines, clipped to the frame. */
function drawing(lines: readonly string[]): Buffer {
  const { width, height } = size;
  const frame = `1 1 1 rg 0.2 0.25 0.35 RG 0.8 w 0.4 0.4 ${width - 0.8} ${height - 0.8} re B`;
  const texts = lines.map((line, index) => {
    const fontSize = index === 0 ? 7 : 8.5;
    return `BT /F ${fontSize} Tf 8 ${height - 14 - index * 12} Td (${escapeText(line)}) Tj ET`;
  });
  const clip = `4 4 ${width - 8} ${height - 8} re W n`;
  return Buffer.from(['q', frame, clip, '0.1 0.12 0.16 rg', ...texts, 'Q'].join('\n'), 'latin1');
}

/** Latin-1 is the part of WinAnsi that names need; other characters become a question mark. */
const escapeText = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, '\\$&');
