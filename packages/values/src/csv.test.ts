import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−'];
const written = (text: string) => csvLine([text]).replace(/^"|"?\r\n$/g, '');

test.each(signs)('a text that begins with %s is marked as a text, whatever blanks come before it', (sign) => {
  for (const blank of [
    '',
    ' ',
    '\u00A0',
    '\u2003',
    '\u200B',
    '\uFEFF',
    '\u202E',
    '  ',
    '\0',
    '\u0085',
    '\u3000',
    '\u3164',
    '\u2800',
  ])
    expect(written(`${blank}${sign}1+1`)).toBe(`'${blank}${sign}1+1`);
});

test('a text that begins with a control character is marked', () => {
  for (const begin of ['\t', '\r', '\n', '\0']) expect(written(`${begin}cmd`)).toBe(`'${begin}cmd`);
});

test('a spreadsheet that separates by semicolons reads no formula within a text', () => {
  expect(written('casa;=1+1')).toBe("casa;'=1+1");
  expect(written('casa; ＝1+1\n@SUM(A1)\n\n-cmd')).toBe("casa; '＝1+1\n'@SUM(A1)\n\n'-cmd");
  expect(written('una; dos\n- tres\n– cuatro')).toBe('una; dos\n- tres\n– cuatro');
});

test('numbers and texts that are no formula stay as they are', () => {
  expect(csvLine(['-12.50', '-3', 'a=b', '1-2', "'ya", 'ñ@ejemplo.example', ''])).toBe(
    "-12.50,-3,a=b,1-2,'ya,ñ@ejemplo.example,\r\n",
  );
});

test('commas, quotes and line ends stay within their cell', () => {
  expect(csvLine(['a,b', 'dijo "no"', 'dos\nlíneas', '=A1,"B"'])).toBe(
    '"a,b","dijo ""no""","dos\nlíneas","\'=A1,""B"""\r\n',
  );
});
