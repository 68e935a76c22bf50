import { type Font, tableOf } from './font.ts';
import type { Tables } from './woff.ts';

/** Tables retained in a font embedded in a PDF. @source ISO 32000-1, 9.9, table 126, FontFile2 */
const embedded = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'] as const;

/** Flags of a part of a composite glyph. @source OpenType 1.9, glyf */
const flag = { words: 1, scale: 8, more: 32, twoScales: 64, matrix: 128 } as const;

/** Offset of each glyph in `glyf`, and the end of the last one. */
function locations(tables: Tables): readonly number[] {
  const loca = tableOf(tables, 'loca');
  const isLong = tableOf(tables, 'head').readInt16BE(50) === 1;
  return Array.from({ length: loca.length / (isLong ? 4 : 2) }, (_, i) =>
    isLong ? loca.readUInt32BE(4 * i) : 2 * loca.readUInt16BE(2 * i),
  );
}

/** The component glyphs of a composite glyph. */
function partsOf(glyph: Buffer): readonly number[] {
  if (glyph.length === 0 || glyph.readInt16BE(0) >= 0) return [];
  const parts: number[] = [];
  for (let at = 10, flags: number = flag.more; flags & flag.more; ) {
    flags = glyph.readUInt16BE(at);
    parts.push(glyph.readUInt16BE(at + 2));
    const transform = flags & flag.matrix ? 8 : flags & flag.twoScales ? 4 : flags & flag.scale ? 2 : 0;
    at += 4 + (flags & flag.words ? 4 : 2) + transform;
  }
  return parts;
}

/** Makes a font with only the outlines of some glyphs and of their parts. Glyph numbers do not change. */
export function subsetFont(tables: Tables, wanted: Iterable<number>): Buffer {
  const glyf = tableOf(tables, 'glyf');
  const at = locations(tables);
  const outline = (glyph: number) => glyf.subarray(at[glyph], at[glyph + 1]);
  const used = new Set([0, ...wanted]);
  for (const glyph of used) for (const part of partsOf(outline(glyph))) used.add(part);

  const outlines: Buffer[] = [];
  const loca = Buffer.alloc(4 * at.length);
  let length = 0;
  for (let glyph = 0; glyph < at.length - 1; glyph++) {
    loca.writeUInt32BE(length, 4 * glyph);
    if (!used.has(glyph)) continue;
    outlines.push(outline(glyph));
    length += outline(glyph).length;
  }
  loca.writeUInt32BE(length, 4 * (at.length - 1));
  const head = Buffer.from(tableOf(tables, 'head'));
  head.writeInt16BE(1, 50);
  const changed = new Map([
    ['glyf', Buffer.concat(outlines)],
    ['head', head],
    ['loca', loca],
  ]);
  return writeSfnt(
    new Map(
      embedded.flatMap((tag) => {
        const table = changed.get(tag) ?? tables.get(tag);
        return table === undefined ? [] : [[tag, table] as const];
      }),
    ),
  );
}

/**
 * Makes a font of some characters, whose glyphs get new numbers: the tables of a font of 65,000 glyphs are too long to be
 * embedded. Its glyphs must not be composed of others.
 */
export function sliceFont(font: Font, codes: readonly number[]): Font {
  const { tables, widthOf } = font;
  const at = locations(tables);
  const old = [0, ...codes.map((code) => font.glyphs.get(code) ?? 0)];
  const outlines = old.map((glyph) => tableOf(tables, 'glyf').subarray(at[glyph], at[glyph + 1]));
  const copyOf = (tag: string) => Buffer.from(tableOf(tables, tag));
  const [head, hhea, maxp] = [copyOf('head'), copyOf('hhea'), copyOf('maxp')];
  head.writeInt16BE(1, 50);
  hhea.writeUInt16BE(old.length, 34);
  maxp.writeUInt16BE(old.length, 4);
  const [loca, hmtx] = [Buffer.alloc(4 * (old.length + 1)), Buffer.alloc(4 * old.length)];
  for (const [index, glyph] of old.entries()) {
    loca.writeUInt32BE(loca.readUInt32BE(4 * index) + outlines[index]!.length, 4 * (index + 1));
    tableOf(tables, 'hmtx').copy(hmtx, 4 * index, 4 * glyph, 4 * (glyph + 1));
  }
  return {
    ...font,
    tables: new Map(Object.entries({ glyf: Buffer.concat(outlines), head, hhea, hmtx, loca, maxp })),
    glyphs: new Map(codes.map((code, index) => [code, index + 1])),
    widthOf: (glyph) => widthOf(old[glyph] ?? 0),
  };
}

/** Writes a TrueType file of the tables, which must be in the order of their tags. */
function writeSfnt(tables: Tables): Buffer {
  const power = 2 ** Math.floor(Math.log2(tables.size));
  const header = Buffer.alloc(12 + 16 * tables.size);
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(tables.size, 4);
  header.writeUInt16BE(16 * power, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE(16 * (tables.size - power), 10);
  const bodies: Buffer[] = [];
  let offset = header.length;
  let entry = 12;
  for (const [tag, table] of tables) {
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(checksum(padded), entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(table.length, entry + 12);
    bodies.push(padded);
    offset += padded.length;
    entry += 16;
  }
  return Buffer.concat([header, ...bodies]);
}

function checksum(table: Buffer): number {
  let total = 0;
  for (let at = 0; at < table.length; at += 4) total = (total + table.readUInt32BE(at)) >>> 0;
  return total;
}
