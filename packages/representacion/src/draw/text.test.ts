import fc from 'fast-check';
import { expect, test } from 'vitest';
import { widthOf } from '../pdf/sheet.ts';
import { letter } from './styles.ts';
import { pack, wrap } from './text.ts';

const style = letter.text;
const word = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'aMWi1ñÉ.-中') });
const prose = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const width = fc.integer({ min: 20, max: 300 });

test('a wrapped text loses nothing but blanks, and no line is wider than its place', () => {
  fc.assert(
    fc.property(prose, width, fc.integer({ min: 0, max: 300 }), (text, most, room) => {
      const first = Math.min(room, most);
      const lines = wrap(text, style, most, first);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      for (const [index, line] of lines.entries())
        expect(widthOf(line, style)).toBeLessThanOrEqual(
          Math.max(index === 0 ? first : most, widthOf('W', style), widthOf('中', style)),
        );
    }),
  );
});

test('a text that fits stays one line, and a label that leaves no room gets the text below it', () => {
  expect(wrap('Santo Domingo', style, 200)).toEqual(['Santo Domingo']);
  expect(wrap('Santo Domingo', style, 200, 10)).toEqual(['', 'Santo Domingo']);
});

test('packed texts are on as few lines as they need, and no line ends with the point', () => {
  expect(pack(['809-555-0100', 'a@b.do', 'www.b.do'], style, 400)).toEqual(['809-555-0100 · a@b.do · www.b.do']);
  for (const line of pack(['809-555-0100', 'a@b.do', 'www.b.do'], style, 90)) expect(line).not.toMatch(/·\s*$/);
});
