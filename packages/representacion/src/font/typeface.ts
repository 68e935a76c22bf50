import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { type Font, parseFont } from './font.ts';
import { subsetFont } from './subset.ts';
import { readWoff } from './woff.ts';

/** The two font weights of a printed form. */
export type Weight = 'regular' | 'semibold';

const files = { regular: '400', semibold: '600' } as const satisfies Record<Weight, string>;

/**
 * Characters that suffice for nearly every receipt. Their glyphs are embedded as one font, prepared once for all
 * documents. A document with other characters embeds further fonts.
 */
const common =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyzÁÉÍÓÚÜÑáéíóúüñ¿¡ºª°·×\u2212\u2013\u2026';

/** The files of Inter, by alphabet. The first one provides two parts: the common characters, and its others. */
const alphabets = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'] as const;

/** A part of a weight that is embedded as a separate font. */
export interface Part {
  /** `Inter-Regular-1`: unique among all parts. */
  readonly name: string;
  readonly font: Font;
  /** Glyph → character, for copying text out of the PDF. */
  readonly texts: ReadonlyMap<number, number>;
  /** Returns the compressed font file and its uncompressed length. Made on the first call. */
  readonly file: () => { readonly bytes: Buffer; readonly length: number };
}

/** One character set in a part. */
interface Glyph {
  readonly part: Part;
  /** Its number as four hexadecimal digits. */
  readonly hex: string;
  /** Thousandths of the size. */
  readonly width: number;
  /** False for the box that replaces a character missing in all parts. */
  readonly known: boolean;
}

/** A weight of Inter. `glyphOf` takes a code point and always returns a glyph. */
export interface Face {
  readonly glyphOf: (code: number) => Glyph;
}

const require = createRequire(import.meta.url);

const readFont = (alphabet: string, weight: Weight): Font =>
  parseFont(
    readWoff(readFileSync(require.resolve(`@fontsource/inter/files/inter-${alphabet}-${files[weight]}-normal.woff`))),
  );

function makePart(name: string, font: Font, codes: readonly number[]): Part {
  const texts = new Map(codes.map((code) => [font.glyphs.get(code) ?? 0, code]));
  let made: ReturnType<Part['file']> | undefined;
  return {
    name,
    font,
    texts,
    file: () => {
      if (made !== undefined) return made;
      const sfnt = subsetFont(font.tables, texts.keys());
      made = { bytes: deflateSync(sfnt, { level: 9 }), length: sfnt.length };
      return made;
    },
  };
}

function makeFace(weight: Weight): Face {
  const name = `Inter-${weight === 'regular' ? 'Regular' : 'SemiBold'}`;
  const latin = readFont('latin', weight);
  const commonCodes = [...common].map((c) => c.codePointAt(0)!).filter((code) => latin.glyphs.has(code));
  const first = makePart(`${name}-0`, latin, commonCodes);
  const glyphs = new Map<number, Glyph>();
  const add = (part: Part, code: number, glyph: number, known: boolean): Glyph => {
    const made = { part, hex: glyph.toString(16).padStart(4, '0'), width: part.font.widthOf(glyph), known };
    glyphs.set(code, made);
    return made;
  };
  for (const code of commonCodes) add(first, code, latin.glyphs.get(code)!, true);
  const unread = [...alphabets];

  /** Reads the alphabets in order until one has the character. */
  const lookUp = (code: number): Glyph => {
    for (let alphabet = unread.shift(); alphabet !== undefined; alphabet = unread.shift()) {
      const font = alphabet === 'latin' ? latin : readFont(alphabet, weight);
      const codes = [...font.glyphs.keys()].filter((c) => !glyphs.has(c));
      const part = makePart(`${name}-${alphabets.indexOf(alphabet) + 1}`, font, codes);
      for (const c of codes) add(part, c, font.glyphs.get(c)!, true);
      const glyph = glyphs.get(code);
      if (glyph !== undefined) return glyph;
    }
    return { part: first, hex: '0000', width: first.font.widthOf(0), known: false };
  };
  return { glyphOf: (code) => glyphs.get(code) ?? lookUp(code) };
}

const made = new Map<Weight, Face>();

/** Inter in one weight, with tabular figures. The first call reads its first file; others are read when needed. */
export function faceOf(weight: Weight): Face {
  const face = made.get(weight) ?? makeFace(weight);
  made.set(weight, face);
  return face;
}
