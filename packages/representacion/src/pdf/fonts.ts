import { deflateSync } from 'node:zlib';
import type { Part } from '../font/typeface.ts';
import type { PdfFile, Ref } from './file.ts';

const hex = (n: number): string => n.toString(16).padStart(4, '0');
/** A character in UTF-16. */
const utf16 = (code: number): string =>
  Array.from(String.fromCodePoint(code).split(''), (unit) => hex(unit.charCodeAt(0))).join('');
/** Text copied from the PDF has a hyphen instead of a minus sign, because spreadsheets and programs read hyphens. */
const copied = (code: number): number => (code === 0x2212 ? 0x2d : code);

interface Prepared {
  readonly widths: string;
  /** Compressed. */
  readonly toUnicode: Buffer;
}

const prepared = new WeakMap<Part, Prepared>();

function prepare(part: Part): Prepared {
  const glyphs = [...part.texts].sort(([a], [b]) => a - b);
  const widths = glyphs.map(([glyph]) => `${glyph}[${Math.round(part.font.widthOf(glyph) * 100) / 100}]`).join('');
  const pairs = glyphs.map(([glyph, code]) => `<${hex(glyph)}><${utf16(copied(code))}>`);
  const blocks: string[] = [];
  for (let i = 0; i < pairs.length; i += 100) {
    const block = pairs.slice(i, i + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  const toUnicode = [
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def',
    '/CMapName/Adobe-Identity-UCS def/CMapType 2 def',
    '1 begincodespacerange<0000><FFFF>endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict/CMap defineresource pop end end',
  ].join('\n');
  const made = { widths, toUnicode: deflateSync(toUnicode) };
  prepared.set(part, made);
  return made;
}

/**
 * Embeds a part of a typeface as a composite font with glyph numbers as codes. Its bytes are the same in all documents.
 * @source ISO 32000-1, 9.7 (composite fonts), 9.10.3 (ToUnicode)
 */
export function writeFont(file: PdfFile, part: Part): Ref {
  const { widths, toUnicode } = prepared.get(part) ?? prepare(part);
  const { ascent, descent, capHeight, bbox } = part.font;
  const tag = part.name
    .replace(/\W/g, '')
    .toUpperCase()
    .replace(/\d/g, (d) => 'ABCDEFGHIJ'[Number(d)]!);
  const name = `/${`${tag.slice(-6)}`.padStart(6, 'T')}+${part.name.replace(/-\d+$/, '')}`;
  const { bytes, length } = part.file();
  const data = file.addRaw(`/Length1 ${length}/Filter/FlateDecode`, bytes);
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName${name}/Flags 4/FontBBox[${bbox.join(' ')}]/ItalicAngle 0/Ascent ${Math.round(ascent)}/Descent ${Math.round(descent)}/CapHeight ${Math.round(capHeight)}/StemV 80/FontFile2 ${data}>>`,
  );
  const descendant = file.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor}/DW 0/W[${widths}]/CIDToGIDMap/Identity>>`,
  );
  return file.add(
    `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode ${file.addRaw('/Filter/FlateDecode', toUnicode)}>>`,
  );
}
