import { deflateSync } from 'node:zlib';
import { ecfs } from '@timbre/ecf/testing';
import { describe, expect, test } from 'vitest';
import { checkWithQpdf, rasterize } from '../../testing/pdf-tools.ts';
import {
  adobe,
  type Drawn,
  exif,
  greyJpeg,
  halvesJpeg,
  inkJpeg,
  makePng,
  redJpeg,
  withHeader,
} from '../../testing/pictures.ts';
import { contentOf } from '../content/content.ts';
import { render } from '../render.ts';
import { readLogo } from './logo.ts';
import { decodePng, parsePng } from './png.ts';

const content = contentOf(ecfs['31'], { codigoSeguridad: 'aB3+/z', ambiente: 'ecf' });

/**
 * Grey level of the logo on a letter page, from 0 (black) to 255.
 * @param at parts of its width and height, from its upper left corner
 */
function greyOnPaper(bytes: Buffer, at: readonly [number, number] = [0.5, 0.5]): number {
  const logo = readLogo(bytes);
  const pdf = render(content, 'carta', logo);
  checkWithQpdf(pdf);
  const [{ pixels, width, perPoint }] = rasterize(pdf, 72) as [ReturnType<typeof rasterize>[number]];
  const scale = Math.min(150 / logo.width, 46 / logo.height);
  const [x, y] = [40 + logo.width * scale * at[0], 40 + logo.height * scale * at[1]].map((one) =>
    Math.round(one * perPoint),
  );
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

test('a JPEG in CMYK has its own ink: inverted values only in a file of an Adobe program', () => {
  expect(Math.abs(greyOnPaper(inkJpeg) - 155)).toBeLessThanOrEqual(25);
  expect(greyOnPaper(withHeader(inkJpeg, adobe))).toBeLessThanOrEqual(25);
});

test('octets 0xff may precede a marker of a JPEG', () => {
  expect(readLogo(withHeader(greyJpeg, Buffer.from([0xff, 0xff, 0xff])))).toMatchObject({ width: 4, height: 2 });
});

/** Which part of the picture its black left half becomes, in each orientation. */
const blackHalves = ['left', 'right', 'right', 'left', 'top', 'top', 'bottom', 'bottom'] as const;

test.each(blackHalves.map((half, index) => ({ half, orientation: index + 1 })))(
  'a JPEG of orientation $orientation is turned as viewers turn it: its black half is at the $half',
  ({ half, orientation }) => {
    const places = { left: [0.2, 0.5], right: [0.8, 0.5], top: [0.5, 0.2], bottom: [0.5, 0.8] } as const;
    for (const isLittle of [true, false]) {
      const turned = withHeader(halvesJpeg, exif(orientation, isLittle));
      const size = orientation > 4 ? { width: 8, height: 16 } : { width: 16, height: 8 };
      expect(readLogo(turned)).toMatchObject(size);
      const [x, y] = places[half];
      expect(greyOnPaper(turned, [x, y])).toBeLessThan(60);
      expect(greyOnPaper(turned, [1 - x, 1 - y])).toBeGreaterThan(195);
    }
  },
);

test('a JPEG whose Exif is damaged, or states no orientation that exists, is shown as stored', () => {
  for (const segment of [exif(9, true), exif(0, false), Buffer.from([0xff, 0xe1, 0, 9, ...Buffer.from('Exif\0\0M')])])
    expect(readLogo(withHeader(halvesJpeg, segment))).toMatchObject({ width: 16, height: 8 });
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
  const changed = (bytes: Buffer, at: number, value: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = value;
    return copy;
  };
  const frameAt = redJpeg.indexOf(Buffer.from([0xff, 0xc0]));
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
    ['a PNG of three bits', changed(opaque, 24, 3)],
    ['a PNG in RGB of one bit', changed(makePng({ ...flat([1, 2, 3]), depth: 8, colors: 2 }), 24, 1)],
    ['a PNG of another compression', changed(opaque, 26, 1)],
    ['a PNG of another interlacing', changed(opaque, 28, 2)],
    ['a PNG with a palette that is empty', makePng({ ...flat([0]), depth: 8, colors: 3 })],
    ['a JPEG cut off', redJpeg.subarray(0, redJpeg.length - 2)],
    ['a JPEG cut off in its header', redJpeg.subarray(0, 90)],
    ['a JPEG without loss', changed(redJpeg, frameAt + 1, 0xc3)],
    ['a JPEG in arithmetic codes', changed(redJpeg, frameAt + 1, 0xc9)],
    ['a JPEG of twelve bits', changed(redJpeg, frameAt + 4, 12)],
    ['a JPEG of two components', changed(redJpeg, frameAt + 9, 2)],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a JPEG of nonsense', Buffer.from([0xff, 0xd8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])],
  ])('a file that is no logo is refused: %s', (_, bytes) => {
    expect(() => readLogo(bytes)).toThrow(RangeError);
  });
});
