import type { Tables } from './woff.ts';

/** The data of a TrueType font that are needed to set text. Lengths are in thousandths of its size. */
export interface Font {
  readonly tables: Tables;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly bbox: readonly number[];
  /** The glyph of each character. Digits use their tabular glyphs, all of the same width. */
  readonly glyphs: ReadonlyMap<number, number>;
  readonly widthOf: (glyph: number) => number;
}

/** Returns a required table. Throws if the font lacks it. */
export function tableOf(tables: Tables, tag: string): Buffer {
  const table = tables.get(tag);
  if (table === undefined) throw new Error(`font without ${tag}`);
  return table;
}

/** @source OpenType 1.9, head, hhea, hmtx, OS/2, cmap and GSUB */
export function parseFont(tables: Tables): Font {
  const head = tableOf(tables, 'head');
  const hhea = tableOf(tables, 'hhea');
  const hmtx = tableOf(tables, 'hmtx');
  const os2 = tableOf(tables, 'OS/2');
  const scale = 1000 / head.readUInt16BE(18);
  const measured = hhea.readUInt16BE(34);
  const glyphs = new Map(characters(tableOf(tables, 'cmap')));
  const tabular = tabularFigures(tables.get('GSUB'));
  // Only the digits: a tabular hyphen or blank would put gaps in numbers and dates.
  for (let code = 0x30; code <= 0x39; code++) {
    const glyph = glyphs.get(code);
    if (glyph !== undefined) glyphs.set(code, tabular.get(glyph) ?? glyph);
  }
  return {
    tables,
    glyphs,
    ascent: hhea.readInt16BE(4) * scale,
    descent: hhea.readInt16BE(6) * scale,
    // Before its version 2 the table does not have it.
    capHeight: (os2.length > 88 ? os2.readInt16BE(88) : hhea.readInt16BE(4)) * scale,
    bbox: [36, 38, 40, 42].map((at) => Math.round(head.readInt16BE(at) * scale)),
    widthOf: (glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, measured - 1)) * scale,
  };
}

/** Reads the map of characters to glyphs from the Unicode subtables of formats 4 and 12. */
function characters(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const start = cmap.readUInt32BE(8 + 8 * i);
    if (cmap.readUInt16BE(4 + 8 * i) !== 3) continue;
    const format = cmap.readUInt16BE(start);
    if (format === 4) readSegments(cmap, start, glyphs);
    if (format === 12) readGroups(cmap, start, glyphs);
  }
  return glyphs;
}

/** Format 4: segments of characters below U+10000. */
function readSegments(cmap: Buffer, start: number, glyphs: Map<number, number>): void {
  const segments = cmap.readUInt16BE(start + 6);
  for (let s = 0; s < segments; s += 2) {
    const last = cmap.readUInt16BE(start + 14 + s);
    const first = cmap.readUInt16BE(start + 16 + segments + s);
    const delta = cmap.readUInt16BE(start + 16 + 2 * segments + s);
    const rangeAt = start + 16 + 3 * segments + s;
    const range = cmap.readUInt16BE(rangeAt);
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const raw = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + 2 * (code - first));
      const glyph = range !== 0 && raw === 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}

/** Format 12: groups of any characters. */
function readGroups(cmap: Buffer, start: number, glyphs: Map<number, number>): void {
  for (let i = 0; i < cmap.readUInt32BE(start + 12); i++) {
    const at = start + 16 + 12 * i;
    const [first, last, glyph] = [cmap.readUInt32BE(at), cmap.readUInt32BE(at + 4), cmap.readUInt32BE(at + 8)];
    for (let code = first; code <= last; code++) glyphs.set(code, glyph + code - first);
  }
}

/** Reads the map of glyphs to their tabular forms from the feature `tnum`; empty for a font without it. */
function tabularFigures(gsub: Buffer | undefined): Map<number, number> {
  const figures = new Map<number, number>();
  if (gsub === undefined) return figures;
  const features = gsub.readUInt16BE(6);
  const lookups = gsub.readUInt16BE(8);
  for (let i = 0; i < gsub.readUInt16BE(features); i++) {
    const record = features + 2 + 6 * i;
    if (gsub.toString('latin1', record, record + 4) !== 'tnum') continue;
    const feature = features + gsub.readUInt16BE(record + 4);
    for (let l = 0; l < gsub.readUInt16BE(feature + 2); l++) {
      const index = gsub.readUInt16BE(feature + 4 + 2 * l);
      substitutions(gsub, lookups + gsub.readUInt16BE(lookups + 2 + 2 * index), figures);
    }
  }
  return figures;
}

/** Adds the replacements of a lookup of single substitutions (type 1, or a type 7 that points to one). */
function substitutions(gsub: Buffer, lookup: number, replacements: Map<number, number>): void {
  const type = gsub.readUInt16BE(lookup);
  for (let s = 0; s < gsub.readUInt16BE(lookup + 4); s++) {
    let at = lookup + gsub.readUInt16BE(lookup + 6 + 2 * s);
    let kind = type;
    if (type === 7) {
      kind = gsub.readUInt16BE(at + 2);
      at += gsub.readUInt32BE(at + 4);
    }
    if (kind !== 1) continue;
    const covered = coverage(gsub, at + gsub.readUInt16BE(at + 2));
    const isList = gsub.readUInt16BE(at) === 2;
    for (const [i, glyph] of covered.entries())
      replacements.set(glyph, isList ? gsub.readUInt16BE(at + 6 + 2 * i) : (glyph + gsub.readInt16BE(at + 4)) & 0xffff);
  }
}

function coverage(gsub: Buffer, at: number): readonly number[] {
  const count = gsub.readUInt16BE(at + 2);
  if (gsub.readUInt16BE(at) === 1) return Array.from({ length: count }, (_, i) => gsub.readUInt16BE(at + 4 + 2 * i));
  return Array.from({ length: count }, (_, i) => {
    const first = gsub.readUInt16BE(at + 4 + 6 * i);
    return Array.from({ length: gsub.readUInt16BE(at + 6 + 6 * i) - first + 1 }, (_, g) => first + g);
  }).flat();
}
