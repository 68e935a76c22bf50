import { deflateSync, inflateSync } from 'node:zlib';
import { asBuffer } from '@timbre/worker/as-buffer';
import type { PdfFile, Ref } from './file.ts';
import { decodePng, type Png, parsePng, samples } from './png.ts';

/** An image that can be placed in any number of documents. Made by {@link readLogo}. */
export interface Logo {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Entries of its image dictionary, and its bytes as written to the file. */
  readonly entries: string;
  readonly data: Buffer;
  /** Opacity of each pixel, compressed. */
  readonly mask?: Buffer;
}

/** Maximum number of pixels: a logo needs no more, and a small file can declare billions. */
const mostPixels = 8_000_000;

/**
 * Reads a PNG or JPEG.
 * @throws RangeError if it is neither, is cut off or damaged, or has no pixels or more than eight million
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
    colors === 3
      ? `[/Indexed/DeviceRGB ${Math.floor(palette.length / 3) - 1}<${palette.toString('hex')}>]`
      : space[colors];
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

/** @source ISO/IEC 10918-1, B.2.2: a frame header has the size and the number of components */
function fromJpeg(file: Buffer): Logo {
  for (let at = 2; at + 9 < file.length; ) {
    const marker = file.readUInt16BE(at);
    if (marker < 0xff01) throw new RangeError('The logo is damaged');
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (!isFrame) {
      at += 2 + file.readUInt16BE(at + 2);
      continue;
    }
    const height = file.readUInt16BE(at + 5);
    const width = file.readUInt16BE(at + 7);
    checkSize(width, height);
    const components = file[at + 9];
    // Programs write CMYK values inverted.
    const color =
      components === 4 ? '/DeviceCMYK/Decode[1 0 1 0 1 0 1 0]' : components === 1 ? '/DeviceGray' : '/DeviceRGB';
    const entries = `/ColorSpace${color}/BitsPerComponent 8/Filter/DCTDecode`;
    return { width, height, entries, data: file };
  }
  throw new RangeError('The logo is damaged');
}

/** Writes the image to a file. */
export function writeLogo(file: PdfFile, { width, height, entries, data, mask }: Logo): Ref {
  const head = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`;
  const gray = '/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode';
  const smask = mask === undefined ? '' : `/SMask ${file.addRaw(`${head}${gray}`, mask)}`;
  return file.addRaw(`${head}${entries}${smask}`, data);
}
