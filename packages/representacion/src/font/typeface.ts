import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { type Font, parseFont } from './font.ts';
import { sliceFont, subsetFont } from './subset.ts';
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
const alphabets = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;

/** Printed for a character that no font has: a question mark in a diamond. */
const replacement = 0xfffd;

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
  /** False for the {@link replacement} of a character that no font has. */
  readonly known: boolean;
}

/** A weight of Inter, with UnifontEX for what it lacks. `glyphOf` takes a code point and always returns a glyph. */
interface Face {
  readonly glyphOf: (code: number) => Glyph;
}

const require = createRequire(import.meta.url);

const readFont = (file: string): Font => parseFont(readWoff(readFileSync(require.resolve(`@fontsource/${file}`))));

const readInter = (alphabet: string, weight: Weight): Font =>
  readFont(`inter/files/inter-${alphabet}-${files[weight]}-normal.woff`);

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

const glyphIn = (part: Part, code: number, known = true): Glyph => {
  const glyph = part.font.glyphs.get(code) ?? 0;
  return { part, hex: glyph.toString(16).padStart(4, '0'), width: part.font.widthOf(glyph), known };
};

let unifont: Font | undefined;

/** The parts of UnifontEX that were needed: each has the characters that differ only in their last byte. */
const blocks = new Map<number, Part>();

/** The glyph of a character that Inter lacks. One weight serves both. The first call takes a quarter of a second. */
function fallbackGlyph(code: number): Glyph {
  unifont ??= readFont('unifontex/files/unifontex-latin-400-normal.woff');
  const { glyphs, widthOf } = unifont;
  // Only a mark, drawn on the letter before it, has no width.
  const isMark = /\p{M}/u.test(String.fromCodePoint(code));
  const drawn = glyphs.has(code) && (isMark || widthOf(glyphs.get(code)!) > 0) ? code : replacement;
  const block = drawn >> 8;
  let part = blocks.get(block);
  if (part === undefined) {
    const codes = Array.from({ length: 256 }, (_, low) => (block << 8) + low).filter((each) => glyphs.has(each));
    part = makePart(`UnifontEX-${block}`, sliceFont(unifont, codes), codes);
    blocks.set(block, part);
  }
  return glyphIn(part, drawn, drawn === code);
}

function makeFace(weight: Weight): Face {
  const name = `Inter-${weight === 'regular' ? 'Regular' : 'SemiBold'}`;
  const latin = readInter('latin', weight);
  const commonCodes = [...common].map((c) => c.codePointAt(0)!).filter((code) => latin.glyphs.has(code));
  const glyphs = new Map<number, Glyph>();
  const addPart = (number: number, font: Font, codes: readonly number[]) => {
    const part = makePart(`${name}-${number}`, font, codes);
    for (const code of codes) glyphs.set(code, glyphIn(part, code));
  };
  addPart(0, latin, commonCodes);
  const unread = [...alphabets];

  /** Reads the alphabets in order until one has the character. */
  const lookUp = (code: number): Glyph => {
    for (let alphabet = unread.shift(); alphabet !== undefined; alphabet = unread.shift()) {
      const font = alphabet === 'latin' ? latin : readInter(alphabet, weight);
      const codes = [...font.glyphs.keys()].filter((c) => !glyphs.has(c));
      addPart(alphabets.indexOf(alphabet) + 1, font, codes);
      const glyph = glyphs.get(code);
      if (glyph !== undefined) return glyph;
    }
    const glyph = fallbackGlyph(code);
    glyphs.set(code, glyph);
    return glyph;
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
