import { inflateSync } from 'node:zlib';

/** The parts of a PNG file needed to show it. */
export interface Png {
  readonly width: number;
  readonly height: number;
  /** Bits per sample: 1, 2, 4, 8 or 16. */
  readonly depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colors: number;
  readonly interlaced: boolean;
  readonly palette: Buffer;
  readonly transparency: Buffer;
  /** Still compressed. */
  readonly data: Buffer;
}

/** Bits per sample that each colour type may have. @source PNG, 11.2.2 */
const depthsOf: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Starting column, starting row, and the steps of each pass of an interlaced image. @source PNG, 8.2 */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Number of samples per pixel of a colour type; 0 for an unknown type. */
export const samples = (colors: number): number => samplesOf[colors] ?? 0;

/** Reads the chunks of a PNG. Throws RangeError for a file that is cut off, has no image, or is of an unknown kind. */
export function parsePng(file: Buffer): Png {
  const chunks = new Map<string, Buffer[]>();
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > file.length) throw new RangeError('PNG cut off');
    chunks.set(name, [...(chunks.get(name) ?? []), file.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  const header = chunks.get('IHDR')?.[0];
  const data = chunks.get('IDAT');
  if (header === undefined || header.length < 13 || data === undefined) throw new RangeError('PNG without an image');
  const png = {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    depth: header.readUInt8(8),
    colors: header.readUInt8(9),
    interlaced: header.readUInt8(12) === 1,
    palette: paletteOf(chunks.get('PLTE')?.[0] ?? Buffer.alloc(0)),
    transparency: chunks.get('tRNS')?.[0] ?? Buffer.alloc(0),
    data: Buffer.concat(data),
  };
  const isKnown =
    depthsOf[png.colors]?.includes(png.depth) && header.readUInt16BE(10) === 0 && header.readUInt8(12) < 2;
  if (!isKnown || (png.colors === 3 && png.palette.length === 0)) throw new RangeError('PNG of no known kind');
  return png;
}

/** The whole colours of a palette, at most 256. */
const paletteOf = (chunk: Buffer): Buffer => chunk.subarray(0, Math.min(768, chunk.length - (chunk.length % 3)));

/** Reverses the filters of the rows of one pass. @source PNG, 9 */
function unfilter(raw: Buffer, start: number, rowBytes: number, rows: number, pixelBytes: number): Buffer {
  const out = Buffer.alloc(rowBytes * rows);
  for (let row = 0; row < rows; row++) {
    const from = start + row * (rowBytes + 1);
    const filter = raw[from];
    const to = row * rowBytes;
    raw.copy(out, to, from + 1, from + 1 + rowBytes);
    if (filter === 1 || filter === 3 || filter === 4) addNeighbours(out, to, rowBytes, pixelBytes, row > 0, filter);
    else if (filter === 2 && row > 0) for (let i = to; i < to + rowBytes; i++) out[i] = out[i]! + out[i - rowBytes]!;
  }
  return out;
}

/** Reverses the filters Sub (1), Average (3) and Paeth (4) of the row at `to`, which is already copied. */
function addNeighbours(
  out: Buffer,
  to: number,
  rowBytes: number,
  pixelBytes: number,
  hasAbove: boolean,
  filter: 1 | 3 | 4,
): void {
  for (let i = 0; i < rowBytes; i++) {
    const at = to + i;
    const left = i >= pixelBytes ? out[at - pixelBytes]! : 0;
    const up = hasAbove ? out[at - rowBytes]! : 0;
    if (filter === 1) out[at] = out[at]! + left;
    else if (filter === 3) out[at] = out[at]! + ((left + up) >> 1);
    else out[at] = out[at]! + paeth(left, up, hasAbove && i >= pixelBytes ? out[at - rowBytes - pixelBytes]! : 0);
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Decodes colour and alpha of every pixel, with eight bits per sample. */
export function decodePng(png: Png): { readonly rgb: Buffer; readonly alpha: Buffer } {
  const { width, height, depth, colors, interlaced } = png;
  const bits = depth * samples(colors);
  const pixelBytes = Math.max(1, bits >> 3);
  const rgb = Buffer.alloc(3 * width * height);
  const alpha = Buffer.alloc(width * height);
  const most = (Math.ceil((width * bits) / 8) + 8) * (height + 8) * 2;
  const raw = inflateSync(png.data, { maxOutputLength: most });
  let start = 0;
  for (const [x0, y0, dx, dy] of interlaced ? passes : ([[0, 0, 1, 1]] as const)) {
    const columns = Math.ceil((width - x0) / dx);
    const rows = Math.ceil((height - y0) / dy);
    if (columns <= 0 || rows <= 0) continue;
    const rowBytes = Math.ceil((columns * bits) / 8);
    const pass = unfilter(raw, start, rowBytes, rows, pixelBytes);
    start += (rowBytes + 1) * rows;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        put(png, pass, row * rowBytes, column, (y0 + row * dy) * width + x0 + column * dx, rgb, alpha);
  }
  return { rgb, alpha };
}

/** A sample of a row, from 0 to the largest of its depth. */
function sampleAt(pass: Buffer, row: number, depth: number, index: number): number {
  if (depth === 8) return pass[row + index] ?? 0;
  if (depth === 16) return pass.readUInt16BE(row + 2 * index);
  const bit = index * depth;
  return ((pass[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

/** Writes one pixel. It is called for millions, so it allocates nothing. */
function put(png: Png, pass: Buffer, row: number, column: number, pixel: number, rgb: Buffer, alpha: Buffer): void {
  const { depth, colors, palette, transparency } = png;
  const count = samples(colors);
  const first = column * count;
  const red = sampleAt(pass, row, depth, first);
  if (colors === 3) {
    for (let i = 0; i < 3; i++) rgb[3 * pixel + i] = palette[3 * red + i] ?? 0;
    alpha[pixel] = transparency[red] ?? 255;
    return;
  }
  const isGrey = colors === 0 || colors === 4;
  const green = isGrey ? red : sampleAt(pass, row, depth, first + 1);
  const blue = isGrey ? red : sampleAt(pass, row, depth, first + 2);
  const scale = 255 / (2 ** depth - 1);
  rgb[3 * pixel] = Math.round(red * scale);
  rgb[3 * pixel + 1] = Math.round(green * scale);
  rgb[3 * pixel + 2] = Math.round(blue * scale);
  if (colors >= 4) alpha[pixel] = Math.round(sampleAt(pass, row, depth, first + count - 1) * scale);
  else alpha[pixel] = isKeyed(transparency, isGrey, red, green, blue) ? 0 : 255;
}

/** Whether a colour is the one that a PNG without alpha declares transparent. */
const isKeyed = (transparency: Buffer, isGrey: boolean, red: number, green: number, blue: number): boolean =>
  transparency.length >= (isGrey ? 2 : 6) &&
  red === transparency.readUInt16BE(0) &&
  (isGrey || (green === transparency.readUInt16BE(2) && blue === transparency.readUInt16BE(4)));
