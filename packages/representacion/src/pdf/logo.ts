import { deflateSync, inflateSync } from 'node:zlib';
import { asBuffer } from '@timbre/worker/as-buffer';
import type { PdfFile, Ref } from './file.ts';
import { type Jpeg, type Orientation, parseJpeg } from './jpeg.ts';
import { decodePng, type Png, parsePng, samples } from './png.ts';

/** An image that can be placed in any number of documents. Made by {@link readLogo}. */
export interface Logo {
  /** Pixels, as it is shown. */
  readonly width: number;
  readonly height: number;
  /** Entries of its image dictionary, and its bytes as written to the file. */
  readonly entries: string;
  readonly data: Buffer;
  /** Opacity of each pixel, compressed. */
  readonly mask?: Buffer;
  /** How the stored picture is turned to be shown; not at all if absent. */
  readonly orientation?: Orientation;
}

/** Maximum number of pixels: a logo needs no more, and a small file can declare billions. */
const mostPixels = 8_000_000;

/**
 * Reads a PNG or JPEG.
 * @throws RangeError if it is neither, is cut off, damaged or of a kind that a PDF cannot show, or has no pixels or more
 *   than eight million
 */
export function readLogo(bytes: Uint8Array): Logo {
  const file = asBuffer(bytes);
  if (file.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return fromPng(parsePng(file));
  if (file[0] === 0xff && file[1] === 0xd8) return fromJpeg(file);
  throw new RangeError('The logo is neither PNG nor JPEG');
}

function checkSize(width: number, height: number): void {
  if (!(width > 0 && height > 0 && width * height <= mostPixels))
    throw new RangeError('The logo is too large or empty');
}

const space = ['/DeviceGray', '', '/DeviceRGB'] as const;

function fromPng(png: Png): Logo {
  const { width, height, depth, colors, interlaced, palette, transparency, data } = png;
  checkSize(width, height);
  if (colors >= 4 || interlaced || transparency.length > 0) {
    const { rgb, alpha } = decoded(png);
    const entries = '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode';
    const logo = { width, height, entries, data: deflateSync(rgb) };
    return alpha.every((a) => a === 255) ? logo : { ...logo, mask: deflateSync(alpha) };
  }
  checkRows(png);
  // A PDF accepts the rows of a PNG unchanged.
  const colorSpace =
    colors === 3 ? `[/Indexed/DeviceRGB ${palette.length / 3 - 1}<${palette.toString('hex')}>]` : space[colors];
  const predictor = `/DecodeParms<</Predictor 15/Colors ${samples(colors)}/BitsPerComponent ${depth}/Columns ${width}>>`;
  const entries = `/ColorSpace${colorSpace}/BitsPerComponent ${depth}/Filter/FlateDecode${predictor}`;
  return { width, height, entries, data };
}

/** Throws unless the data contain exactly all rows. */
function checkRows({ width, height, depth, colors, data }: Png): void {
  const length = height * (1 + Math.ceil((width * depth * samples(colors)) / 8));
  let inflated: number;
  try {
    inflated = inflateSync(data, { maxOutputLength: length + 1 }).length;
  } catch (cause) {
    throw new RangeError('The logo is damaged', { cause });
  }
  if (inflated !== length) throw new RangeError('The logo is damaged');
}

function decoded(png: Png): ReturnType<typeof decodePng> {
  try {
    return decodePng(png);
  } catch (cause) {
    throw new RangeError('The logo is damaged', { cause });
  }
}

const jpegSpaces: Readonly<Record<Jpeg['colors'], string>> = {
  grey: '/DeviceGray',
  rgb: '/DeviceRGB',
  cmyk: '/DeviceCMYK',
  'cmyk-inverted': '/DeviceCMYK/Decode[1 0 1 0 1 0 1 0]',
};

function fromJpeg(file: Buffer): Logo {
  const { width, height, colors, orientation } = parseJpeg(file);
  checkSize(width, height);
  const entries = `/ColorSpace${jpegSpaces[colors]}/BitsPerComponent 8/Filter/DCTDecode`;
  const logo = { entries, data: file, orientation };
  return orientation > 4 ? { ...logo, width: height, height: width } : { ...logo, width, height };
}

/** The matrix that turns or mirrors a picture in a box of 1 × 1. */
const turns: Readonly<Record<Exclude<Orientation, 1>, string>> = {
  2: '-1 0 0 1 1 0',
  3: '-1 0 0 -1 1 1',
  4: '1 0 0 -1 0 1',
  5: '0 -1 -1 0 1 1',
  6: '0 -1 1 0 0 1',
  7: '0 1 1 0 0 0',
  8: '0 1 -1 0 1 0',
};

/** Writes the image to a file: the picture, or a form that turns it. */
export function writeLogo(file: PdfFile, { width, height, entries, data, mask, orientation = 1 }: Logo): Ref {
  const [columns, rows] = orientation > 4 ? [height, width] : [width, height];
  const head = `/Type/XObject/Subtype/Image/Width ${columns}/Height ${rows}`;
  const gray = '/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode';
  const smask = mask === undefined ? '' : `/SMask ${file.addRaw(`${head}${gray}`, mask)}`;
  const picture = file.addRaw(`${head}${entries}${smask}`, data);
  if (orientation === 1) return picture;
  const form = `/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</I ${picture}>>>>`;
  return file.addStream(form, `${turns[orientation]} cm/I Do`);
}
