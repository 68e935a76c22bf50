import { expect, test } from 'vitest';
import { openCsv } from './open-csv.ts';

const cellsOf = (text: string | Buffer) =>
  [...openCsv(Buffer.from(text)).rows()].map(({ number, cells }) => [number, ...cells]);

test.each([',', ';', '\t'])('the separator is detected in the first line: %j', (separator) => {
  expect(cellsOf(['RNC', 'NCF'].join(separator))).toEqual([[1, 'RNC', 'NCF']]);
});

test('a cell between marks holds separators, line ends and marks; empty rows are counted and left out', () => {
  expect(cellsOf('\uFEFFa,b\r\n\r\n"uno, ""dos""\ntres",\n,4')).toEqual([
    [1, 'a', 'b'],
    [3, 'uno, "dos"\ntres', undefined],
    [4, undefined, '4'],
  ]);
});

test('a file that is not UTF-8 is read as Latin 1', () => {
  expect(cellsOf(Buffer.from('Suplidora Ñandú', 'latin1'))).toEqual([[1, 'Suplidora Ñandú']]);
});

test('a mark that is never closed, and bytes that are no text, are refused', () => {
  expect(() => cellsOf('a,"b')).toThrow(expect.objectContaining({ codigo: 'LIBRO-DANADO' }));
  expect(() => cellsOf('a,"b"c')).toThrow(expect.objectContaining({ codigo: 'LIBRO-DANADO' }));
  expect(() => cellsOf('a\0b')).toThrow(expect.objectContaining({ codigo: 'LIBRO-TIPO' }));
});
