import { expect, test } from 'vitest';
import { csvOf } from './write-csv.ts';

test('it begins with the mark of UTF-8 and ends its lines as spreadsheets want', () => {
  expect(
    csvOf([
      ['a', 'ñ'],
      ['1', ''],
    ]),
  ).toBe('\uFEFFa,ñ\r\n1,\r\n');
});
