import { expect, test } from 'vitest';
import { openCsv } from './open-csv.ts';

const cellsOf = (text: string | Buffer) =>
  [...openCsv(Buffer.from(text)).rows()].map(({ number, cells }) => [number, ...cells]);

test.each([',', ';', '\t'])('the separator is detected in the first line: %j', (separator) => {
  expect(cellsOf(['RNC', 'NCF'].join(separator))).toEqual([[1, 'RNC', 'NCF']]);
});

test('titles above the headers have no separators', () => {
  expect(cellsOf('Compras, 2026\nInventada SRL\nRNC;NCF;Total\n1;2;1.180,00')).toEqual([
    [1, 'Compras, 2026'],
    [2, 'Inventada SRL'],
    [3, 'RNC', 'NCF', 'Total'],
    [4, '1', '2', '1.180,00'],
  ]);
});

test('a cell between marks holds separators, line ends and marks; empty rows are counted and left out', () => {
  expect(cellsOf('\uFEFFa,b\r\n\r\n"uno, ""dos""\ntres",\n,4')).toEqual([
    [1, 'a', 'b'],
    [3, 'uno, "dos"\ntres', undefined],
    [4, undefined, '4'],
  ]);
});

test('a file that is not UTF-8 is read as Windows-1252', () => {
  expect(cellsOf(Buffer.from('Suplidora Ñandú \x80', 'latin1'))).toEqual([[1, 'Suplidora Ñandú €']]);
});

test.each([
  ['a byte that is not UTF-8', Buffer.concat([Buffer.from('Piña;'), Buffer.from([0xff])])],
  ['a mark of UTF-8 and a byte that is not', Buffer.concat([Buffer.from('\ufeffPina;'), Buffer.from([0xf1])])],
  ['an overlong character', Buffer.from([0x41, 0xc0, 0xaf])],
])('a text in two encodings is refused: %s', (_, bytes) => expect(() => cellsOf(bytes)).toThrow(/otra codificación/));

test('quotation marks and signs of Windows-1252 after letters with accents are no second encoding', () => {
  const text = 'CAFÉ\xbb;MAMÁ\x92s;año\x99;É\xa0;«Ñ\xbb';
  expect(cellsOf(Buffer.from(text, 'latin1'))).toEqual([[1, 'CAFÉ»', 'MAMÁ’s', 'año™', 'É', '«Ñ»']]);
});

test('the error of a formula is a bad cell, and a text written as a formula is that text', () => {
  const [row] = openCsv(Buffer.from('#N/A;#1;="00123";"=""B01""";=1+1')).rows();
  expect(row).toMatchObject({
    cells: ['#N/A', '#1', '00123', 'B01', '=1+1'],
    bad: [{ column: 0, mensaje: 'La celda tiene un error de Excel (#N/A)' }],
  });
});

test('a workbook with the name of a text is refused by what it is', () => {
  expect(() => cellsOf(Buffer.from('PK\x03\x04x', 'latin1'))).toThrow(/Es un libro de Excel con nombre de texto/);
});

test('a text of Excel in UTF-16 is read in either byte order', () => {
  const text = Buffer.from('\ufeffRNC\tNCF\r\nñ\t2\r\n', 'utf16le');
  const rows = [
    [1, 'RNC', 'NCF'],
    [2, 'ñ', '2'],
  ];
  expect(cellsOf(text)).toEqual(rows);
  expect(cellsOf(Buffer.from(text).swap16())).toEqual(rows);
});

test('a text in UTF-16 that is cut short, or that lacks its mark, is refused by its name', () => {
  const text = Buffer.from('\ufeffRNC\tNCF', 'utf16le');
  expect(() => cellsOf(text.subarray(0, 5))).toThrow(/UTF-16 incompleto/);
  expect(() => cellsOf(text.subarray(2))).toThrow(/UTF-16 sin su marca/);
});

test('a mark that is never closed, and bytes that are no text, are refused', () => {
  expect(() => cellsOf('a,"b')).toThrow(expect.objectContaining({ codigo: 'LIBRO-DANADO' }));
  expect(() => cellsOf('a,"b"c')).toThrow(expect.objectContaining({ codigo: 'LIBRO-DANADO' }));
  expect(() => cellsOf('a\0b')).toThrow(expect.objectContaining({ codigo: 'LIBRO-TIPO' }));
});
