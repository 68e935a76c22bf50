import type { AnyContent, Content } from './content/printed.ts';
import { pictures } from './draw/document.ts';
import { drawLetter } from './draw/letter.ts';
import { drawTicket } from './draw/ticket.ts';
import type { Logo } from './pdf/logo.ts';
import type { Drawn } from './pdf/sheet.ts';
import { type Picture, stampPath } from './qr.ts';

/** Paper formats: letter, and continuous paper of 80 mm. */
export type Forma = 'carta' | 'ticket';

const draw = { carta: drawLetter, ticket: drawTicket } as const satisfies Record<Forma, unknown>;

/**
 * Renders the printed form of an e-CF, or of a document without one, as a PDF: tagged, in Spanish, with embedded fonts and selectable text.
 * @param logo printed in the head; made by readLogo, once for many documents
 * @returns the file; the same content, form and logo always produce the same bytes
 * @throws RangeError if the address of the stamp does not fit in a QR code of version 12 (367 bytes)
 */
export const render = (content: AnyContent, forma: Forma, logo?: Logo): Buffer =>
  draw[forma](content, logo).finish(content, logo);

/** The layout of a printed page. Lengths are points. */
export interface OutlinedPage extends Omit<Drawn, 'images'> {
  readonly width: number;
  readonly height: number;
  /** Positions of the QR code and of the logo, if the page has them. */
  readonly qr?: Place;
  readonly logo?: Place;
}

type Place = Omit<Drawn['images'][number], 'name'>;

/** The printed form without a PDF: the layout of each page. */
export interface Outline {
  readonly pages: readonly OutlinedPage[];
  /** Total number of pages; `pages` may have fewer. */
  readonly count: number;
  readonly qr: Picture;
}

/**
 * Returns the pages of {@link render} as data, for a screen that cannot show a PDF.
 * @param most maximum number of pages to return
 * @throws RangeError as {@link render}
 */
export function outline(content: Content, forma: Forma, logo: Logo | undefined, most: number): Outline {
  const { sheets, lengths } = draw[forma](content, logo);
  const pages = sheets.slice(0, most).map(({ width, height, drawn: { images, ...drawn } }, index): OutlinedPage => {
    const placeOf = (name: string) => {
      const picture = images.find((image) => image.name === name);
      return picture && { x: picture.x, y: picture.y, width: picture.width, height: picture.height };
    };
    const [qr, place] = [placeOf(pictures.qr), placeOf(pictures.logo)];
    return { width, height: lengths[index] ?? height, ...drawn, ...(qr && { qr }), ...(place && { logo: place }) };
  });
  return { pages, count: sheets.length, qr: stampPath(content.stamp.url) };
}
