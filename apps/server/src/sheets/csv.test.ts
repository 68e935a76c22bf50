import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('it begins with the mark of UTF-8 and ends its lines as spreadsheets want', () => {
  expect(
    csvOf([
      ['a', 'ñ'],
      ['1', ''],
    ]),
  ).toBe('\uFEFFa,ñ\r\n1,\r\n');
});

test('what would be a formula is text', () => {
  for (const begin of ['=', '+', '-', '@', '\t', '\r', '\n', '\0']) {
    const line = csvOf([[`${begin}cmd|' /C calc'!A0`]]).slice(1);
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
  }
  expect(csvOf([['a=b', '1-2', "'ya"]]).slice(1)).toBe("a=b,1-2,'ya\r\n");
});

test('commas, quotes and line ends stay within their cell', () => {
  expect(csvOf([['a,b', 'dijo "no"', 'dos\nlíneas', '=A1,"B"']]).slice(1)).toBe(
    '"a,b","dijo ""no""","dos\nlíneas","\'=A1,""B"""\r\n',
  );
});
