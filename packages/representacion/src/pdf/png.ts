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
    palette: chunks.get('PLTE')?.[0] ?? Buffer.alloc(0),
    transparency: chunks.get('tRNS')?.[0] ?? Buffer.alloc(0),
    data: Buffer.concat(data),
  };
  if (samples(png.colors) === 0 || ![1, 2, 4, 8, 16].includes(png.depth)) throw new RangeError('PNG of no known kind');
  return png;
}

/** Reverses the filters of the rows of one pass. @source PNG, 9 */
function unfilter(raw: Buffer, start: number, rowBytes: number, rows: number, pixelBytes: number): Buffer {
  const out = Buffer.alloc(rowBytes * rows);
  for (let row = 0; row < rows; row++) {
    const filter = raw[start + row * (rowBytes + 1)];
    const from = start + row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    for (let i = 0; i < rowBytes; i++) {
      const left = i >= pixelBytes ? out[to + i - pixelBytes]! : 0;
      const up = row > 0 ? out[to + i - rowBytes]! : 0;
      const corner = row > 0 && i >= pixelBytes ? out[to + i - rowBytes - pixelBytes]! : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      out[to + i] = (raw[from + i] ?? 0) + guess;
    }
  }
  return out;
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

function put(png: Png, pass: Buffer, row: number, column: number, pixel: number, rgb: Buffer, alpha: Buffer): void {
  const { depth, colors, palette, transparency } = png;
  const count = samples(colors);
  const top = depth === 16 ? 0xffff : 2 ** depth - 1;
  const sample = (i: number): number => {
    const bit = (column * count + i) * depth;
    const at = row + (bit >> 3);
    if (depth === 16) return pass.readUInt16BE(at);
    return ((pass[at] ?? 0) >> (8 - depth - (bit & 7))) & top;
  };
  const eight = (value: number): number => Math.round((value * 255) / top);
  const isGrey = colors === 0 || colors === 4;
  const raw = isGrey
    ? [sample(0), sample(0), sample(0)]
    : colors === 3
      ? [sample(0)]
      : [sample(0), sample(1), sample(2)];
  if (colors === 3) {
    for (let i = 0; i < 3; i++) rgb[3 * pixel + i] = palette[3 * raw[0]! + i] ?? 0;
    alpha[pixel] = transparency[raw[0]!] ?? 255;
    return;
  }
  for (let i = 0; i < 3; i++) rgb[3 * pixel + i] = eight(raw[i]!);
  const keyed =
    transparency.length >= 2 * (isGrey ? 1 : 3) &&
    raw.every((value, i) => value === transparency.readUInt16BE(isGrey ? 0 : 2 * i));
  alpha[pixel] = colors >= 4 ? eight(sample(count - 1)) : keyed ? 0 : 255;
}
