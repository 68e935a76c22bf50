import type { Content } from './content/printed.ts';
import { pictures } from './draw/document.ts';
import { drawLetter } from './draw/letter.ts';
import { drawTicket } from './draw/ticket.ts';
import type { Logo } from './pdf/logo.ts';
import type { Drawn } from './pdf/sheet.ts';
import { type Picture, stampPath } from './qr.ts';

/** The two sheets: letter, and continuous paper of 80 mm. */
export type Forma = 'carta' | 'ticket';

const draw = { carta: drawLetter, ticket: drawTicket } as const satisfies Record<Forma, unknown>;

/**
 * The printed form of an e-CF as a PDF: tagged, in Spanish, its fonts embedded, its text selectable.
 * @param logo in the head; made by readLogo, once for many documents
 * @returns the file; the same content, form and logo always give the same bytes
 * @throws RangeError when the address of the stamp is longer than a QR code of version 12 holds (367 bytes)
 */
export const render = (content: Content, forma: Forma, logo?: Logo): Buffer =>
  draw[forma](content, logo).finish(content, logo);

/** A page as it is printed. Lengths are points. */
export interface OutlinedPage extends Omit<Drawn, 'images'> {
  readonly width: number;
  readonly height: number;
  /** Where the pictures stand; on the first page. */
  readonly qr?: Place;
  readonly logo?: Place;
}

type Place = Omit<Drawn['images'][number], 'name'>;

/** The printed form without a PDF: what stands where on each page. */
export interface Outline {
  readonly pages: readonly OutlinedPage[];
  /** How many pages it has; not all of them may be in `pages`. */
  readonly count: number;
  readonly qr: Picture;
}

/**
 * The same pages as those of {@link render}, as data: for a screen, where a PDF cannot be shown.
 * @param most so many pages at most
 * @throws RangeError as {@link render}
 */
export function outline(content: Content, forma: Forma, logo: Logo | undefined, most: number): Outline {
  const { sheets, lengths } = draw[forma](content, logo);
  const pages = sheets.slice(0, most).map(({ width, height, drawn: { images, ...drawn } }, index): OutlinedPage => {
    const placeOf = (name: string) => {
      const found = images.find((image) => image.name === name);
      return found && { x: found.x, y: found.y, width: found.width, height: found.height };
    };
    const [qr, place] = [placeOf(pictures.qr), placeOf(pictures.logo)];
    return { width, height: lengths[index] ?? height, ...drawn, ...(qr && { qr }), ...(place && { logo: place }) };
  });
  return { pages, count: sheets.length, qr: stampPath(content.stamp.url) };
}
