import { deflateSync } from 'node:zlib';
import { ecfs } from '@timbre/ecf/testing';
import { describe, expect, test } from 'vitest';
import { checkWithQpdf, rasterize } from '../../testing/pdf-tools.ts';
import { type Drawn, greyJpeg, makePng, redJpeg } from '../../testing/pictures.ts';
import { contentOf } from '../content/content.ts';
import { render } from '../render.ts';
import { readLogo } from './logo.ts';
import { decodePng, parsePng } from './png.ts';

const content = contentOf(ecfs['31'], { codigoSeguridad: 'aB3+/z', ambiente: 'ecf' });

/** Grey level at the centre of the logo on a letter page, from 0 (black) to 255. */
function greyOnPaper(bytes: Buffer): number {
  const logo = readLogo(bytes);
  const pdf = render(content, 'carta', logo);
  checkWithQpdf(pdf);
  const [{ pixels, width, perPoint }] = rasterize(pdf, 72) as [ReturnType<typeof rasterize>[number]];
  const scale = Math.min(150 / logo.width, 46 / logo.height);
  const [x, y] = [40 + (logo.width * scale) / 2, 40 + (logo.height * scale) / 2].map((at) => Math.round(at * perPoint));
  return pixels[y! * width + x!]!;
}

const flat = (samples: readonly number[]) => ({ width: 16, height: 8, sample: () => samples });

describe('a logo is drawn in its own colour', () => {
  test.each<[string, Drawn, number]>([
    ['grey', { ...flat([64]), depth: 8, colors: 0 }, 64],
    ['grey of one bit', { ...flat([0]), depth: 1, colors: 0 }, 0],
    ['RGB', { ...flat([200, 200, 200]), depth: 8, colors: 2 }, 200],
    ['RGB of 16 bits', { ...flat([0x8000, 0x8000, 0x8000]), depth: 16, colors: 2 }, 128],
    [
      'palette of two bits',
      { ...flat([2]), depth: 2, colors: 3, palette: Buffer.from([0, 0, 0, 9, 9, 9, 99, 99, 99]) },
      99,
    ],
    ['grey, opaque by its alpha', { ...flat([50, 255]), depth: 8, colors: 4 }, 50],
    ['RGB half transparent on white', { ...flat([0, 0, 0, 128]), depth: 8, colors: 6 }, 127],
    [
      'RGB whose colour is declared transparent',
      { ...flat([7, 7, 7]), depth: 8, colors: 2, transparency: Buffer.from([0, 7, 0, 7, 0, 7]) },
      255,
    ],
    [
      'palette with alpha',
      { ...flat([0]), depth: 8, colors: 3, palette: Buffer.from([0, 0, 0]), transparency: Buffer.from([0]) },
      255,
    ],
    ['interlaced', { ...flat([120, 120, 120]), depth: 8, colors: 2, interlaced: true }, 120],
  ])('a logo in %s is drawn in its own colour', (_, drawn, grey) => {
    expect(Math.abs(greyOnPaper(makePng(drawn)) - grey)).toBeLessThanOrEqual(3);
  });

  test('a JPEG logo, grey or in colour, is drawn in its own colour', () => {
    expect(Math.abs(greyOnPaper(greyJpeg) - 127)).toBeLessThanOrEqual(4);
    expect(Math.abs(greyOnPaper(redJpeg) - 76)).toBeLessThanOrEqual(4);
  });
});

test('an interlaced picture has every pixel in its place', () => {
  const sample = (x: number, y: number) => [(x * 16) % 256, (y * 16) % 256, (x * y) % 256, 255 - x];
  const { rgb, alpha } = decodePng(
    parsePng(makePng({ width: 13, height: 11, depth: 8, colors: 6, interlaced: true, sample })),
  );
  for (let y = 0; y < 11; y++)
    for (let x = 0; x < 13; x++) {
      const at = y * 13 + x;
      expect([...rgb.subarray(3 * at, 3 * at + 3), alpha[at]]).toEqual(sample(x, y));
    }
});

/** Row of RGB samples, filtered. @source PNG, 9.2 */
function filtered(filter: number, row: readonly number[], above: readonly number[]): number[] {
  const guess = (i: number): number => {
    const [left, up, corner] = [row[i - 3] ?? 0, above[i] ?? 0, above[i - 3] ?? 0];
    const [a, b, c] = [left, up, corner].map((each) => Math.abs(left + up - corner - each)) as [number, number, number];
    const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
    return [0, left, up, Math.floor((left + up) / 2), paeth][filter]!;
  };
  return [filter, ...row.map((value, i) => (value - guess(i) + 256) % 256)];
}

test('rows of every filter have their own pixels, the first row too', () => {
  const empty = Buffer.alloc(0);
  const png = { width: 7, depth: 8, colors: 2, interlaced: false, palette: empty, transparency: empty };
  for (const first of [0, 1, 2, 3, 4]) {
    const rows = Array.from({ length: 10 }, (_, y) =>
      Array.from({ length: 21 }, (_, i) => (y * 67 + i * i * 29) % 256),
    );
    const raw = rows.flatMap((row, y) => filtered((first + y) % 5, row, rows[y - 1] ?? []));
    const { rgb } = decodePng({ ...png, height: rows.length, data: deflateSync(Buffer.from(raw)) });
    expect([...rgb]).toEqual(rows.flat());
  }
});

describe('files that are no logo', () => {
  const png = makePng({ ...flat([1, 2, 3, 4]), depth: 8, colors: 6 });
  const opaque = makePng({ ...flat([1]), depth: 8, colors: 0 });
  const damaged = Buffer.concat([opaque.subarray(0, 43), Buffer.alloc(opaque.length - 43)]);
  const short = Buffer.from(opaque);
  short.writeUInt32BE(9, 20);
  const header = (width: number, height: number) => {
    const changed = Buffer.from(png);
    changed.writeUInt32BE(width, 16);
    changed.writeUInt32BE(height, 20);
    return changed;
  };

  test.each<[string, Buffer]>([
    ['empty', Buffer.alloc(0)],
    ['another format', Buffer.from('GIF89a')],
    ['a PNG cut off', png.subarray(0, 50)],
    ['a PNG of billions of pixels', header(100_000, 100_000)],
    ['a PNG without pixels', header(0, 8)],
    ['a PNG with alpha of fewer rows than it says', header(16, 9)],
    ['a PNG of damaged data', Buffer.concat([png.subarray(0, 43), Buffer.alloc(png.length - 43)])],
    ['an opaque PNG of damaged data', damaged],
    ['an opaque PNG of fewer rows than it says', short],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a JPEG of nonsense', Buffer.from([0xff, 0xd8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])],
  ])('a file that is no logo is refused: %s', (_, bytes) => {
    expect(() => readLogo(bytes)).toThrow(RangeError);
  });
});
