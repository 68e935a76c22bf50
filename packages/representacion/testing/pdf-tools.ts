// Checks of the printed forms with the PDF programs of the system.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsqr from 'jsqr';

/** A page as grey pixels, and the number of pixels per point. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
  readonly perPoint: number;
}

function withFile<T>(pdf: Buffer, use: (file: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-pdf-'));
  try {
    const file = join(folder, 'form.pdf');
    writeFileSync(file, pdf);
    return use(file, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Sets Dominican time: pdfinfo prints the dates of a file in the time zone of the machine. */
const env = { ...process.env, TZ: 'America/Santo_Domingo' };

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'], env });

/** Throws if qpdf reports an error or a warning. */
export const checkWithQpdf = (pdf: Buffer): string => withFile(pdf, (file) => run('qpdf', ['--check', file]));

/** The text of each page in the order in which it is drawn. */
export const pageTexts = (pdf: Buffer): readonly string[] =>
  withFile(pdf, (file) => run('pdftotext', ['-raw', file, '-']))
    .split('\f')
    .slice(0, -1);

/** Removes all blanks, so that texts broken into lines can be found. */
export const squeezed = (text: string): string => text.replace(/\s/g, '');

/** The text of the structure, in the order of a screen reader. */
export const structureText = (pdf: Buffer): string => withFile(pdf, (file) => run('pdfinfo', ['-struct-text', file]));

/** The properties of the file, by their names. */
export const properties = (pdf: Buffer): Readonly<Record<string, string>> =>
  withFile(pdf, (file) =>
    Object.fromEntries(
      run('pdfinfo', [file])
        .split('\n')
        .flatMap((line) => {
          const [, name = '', value = ''] = /^([^:]+):\s+(.*)$/.exec(line) ?? [];
          return name === '' ? [] : [[name, value]];
        }),
    ),
  );

/** The rows of pdffonts: name, type, whether embedded, subset, with Unicode. */
export const fonts = (pdf: Buffer): readonly string[] =>
  withFile(pdf, (file) => run('pdffonts', [file]).trim().split('\n').slice(2));

/** Pairs of words of a page that overlap by more than one point horizontally and three vertically. */
export function overlaps(pdf: Buffer): readonly string[] {
  const html = withFile(pdf, (file) => run('pdftotext', ['-bbox', file, '-']));
  return html.split('</page>').flatMap((page) => {
    const placed = wordsIn(page);
    return placed.flatMap(({ text, box: [l, t, r, b] }, index) =>
      placed.slice(index + 1).flatMap(({ text: other, box: [left, top, right, bottom] }) => {
        const isOver = Math.min(r, right) - Math.max(l, left) > 1 && Math.min(b, bottom) - Math.max(t, top) > 3;
        return isOver ? [`${text} / ${other}`] : [];
      }),
    );
  });
}

/** Every word with its box on the page, in points from the upper left corner. */
export const words = (pdf: Buffer): readonly Word[] =>
  wordsIn(withFile(pdf, (file) => run('pdftotext', ['-bbox', file, '-'])));

/** A word; its box has left, top, right and bottom. */
interface Word {
  readonly text: string;
  readonly box: readonly [number, number, number, number];
}

const wordsIn = (html: string): readonly Word[] =>
  [...html.matchAll(/<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*?)<\/word>/g)].map((match) => ({
    text: match[5] ?? '',
    box: [Number(match[1]), Number(match[2]), Number(match[3]), Number(match[4])],
  }));

/** The pages as pixels at a resolution in dots per inch. */
export const rasterize = (pdf: Buffer, dpi = 150): readonly Picture[] =>
  withFile(pdf, (file, folder) => {
    run('pdftoppm', ['-gray', '-r', String(dpi), file, join(folder, 'page')]);
    const pages = readdirSync(folder).filter((name) => name.endsWith('.pgm'));
    return pages.toSorted().map((name) => {
      const bytes = readFileSync(join(folder, name));
      const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 40)) ?? [];
      return {
        width: Number(width),
        height: Number(height),
        pixels: bytes.subarray(head.length),
        perPoint: dpi / 72,
      };
    });
  });

/** The QR code on a page: its text, its version, and its edges in points. */
export function readQr({ width, height, pixels, perPoint }: Picture) {
  const rgba = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i++) rgba.fill(pixels[i]!, 4 * i, 4 * i + 4);
  // Depending on Node or a bundler, the import is the function itself or a module with the function as its default.
  const decode = (typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default) as typeof jsqr;
  const code = decode(rgba, width, height);
  if (code === null) return undefined;
  const { topLeftCorner: a, bottomRightCorner: b } = code.location;
  return {
    text: code.data,
    version: code.version,
    edges: [a.x, a.y, b.x, b.y].map((pixel) => pixel / perPoint) as [number, number, number, number],
  };
}
