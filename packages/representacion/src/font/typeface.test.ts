import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { tableOf } from './font.ts';
import { faceOf } from './typeface.ts';

/** The left and right edge of what a glyph draws, in thousandths of its size; undefined for a blank. */
function edgesOf({ part, hex }: ReturnType<ReturnType<typeof faceOf>['glyphOf']>): [number, number] | undefined {
  const { tables } = part.font;
  const scale = 1000 / tableOf(tables, 'head').readUInt16BE(18);
  const isLong = tableOf(tables, 'head').readInt16BE(50) === 1;
  const loca = tableOf(tables, 'loca');
  const at = (n: number) => (isLong ? loca.readUInt32BE(4 * n) : 2 * loca.readUInt16BE(2 * n));
  const glyph = Number.parseInt(hex, 16);
  if (at(glyph) === at(glyph + 1)) return undefined;
  const outline = tableOf(tables, 'glyf').subarray(at(glyph));
  return [outline.readInt16BE(2) * scale, outline.readInt16BE(6) * scale];
}

test('no character draws over the next one: its outline ends with its advance, whatever the character', () => {
  const { glyphOf } = faceOf('regular');
  const drawn = fc
    .integer({ min: 0x21, max: 0x1ffff })
    .filter((code) => !/[\p{M}\p{C}]/u.test(String.fromCodePoint(code)));
  fc.assert(
    fc.property(drawn, (code) => {
      const glyph = glyphOf(code);
      const edges = edgesOf(glyph);
      expect(glyph.width, code.toString(16)).toBeGreaterThan(0);
      // The fraction slash, and a little the f, reach into the room of their neighbours, by design.
      if (edges !== undefined) expect(edges[1] - glyph.width, code.toString(16)).toBeLessThanOrEqual(200);
    }),
    { seed: inject('seed'), numRuns: 3000 },
  );
});

test('a character that no font has is a question mark in a diamond, and is known as missing', () => {
  const { glyphOf } = faceOf('semibold');
  const missing = glyphOf(0x12000);
  expect(missing).toMatchObject({ known: false, hex: glyphOf(0xfffd).hex });
  expect(missing.width).toBeGreaterThan(400);
  expect(glyphOf(0x1f956).known).toBe(true);
});
