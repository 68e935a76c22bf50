import { expect, test } from 'vitest';
import { csvOf } from './write-csv.ts';

test('a CSV file begins with the mark of UTF-8 and has the line ends of spreadsheets', () => {
  expect(
    csvOf([
      ['a', 'ñ'],
      ['1', ''],
    ]),
  ).toBe('\uFEFFa,ñ\r\n1,\r\n');
});
