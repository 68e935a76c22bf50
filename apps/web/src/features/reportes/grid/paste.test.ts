import { expect, test } from 'vitest';
import { placesOf, readBlock } from './paste.ts';

test('a block of Excel is read by rows and cells', () => {
  expect(readBlock('09\t01\r\n02\t\r\n')).toEqual([
    ['09', '01'],
    ['02', ''],
  ]);
  expect(readBlock('"uno\ndos"\t"dice ""sí"""')).toEqual([['uno\ndos', 'dice "sí"']]);
  expect(readBlock('5"\t6')).toEqual([['5"', '6']]);
  expect(readBlock('')).toEqual([]);
});

test('a block is pasted from a cell on, and what is beyond the grid is left out', () => {
  const block = [
    ['a', 'b'],
    ['c', 'd'],
  ];
  expect(placesOf(block, { row: 8, column: 2 }, { rows: 9, columns: 4 }, [])).toEqual([
    { row: 8, column: 2, typed: 'a' },
    { row: 8, column: 3, typed: 'b' },
  ]);
});

test('one value is pasted into every selected row, from one of them', () => {
  const extent = { rows: 9, columns: 4 };
  expect(placesOf([['09']], { row: 3, column: 1 }, extent, [1, 3, 5]).map(({ row }) => row)).toEqual([1, 3, 5]);
  expect(placesOf([['09']], { row: 4, column: 1 }, extent, [1, 3, 5]).map(({ row }) => row)).toEqual([4]);
});
