import { expect, test } from 'vitest';
import { selectedAfter } from './selecting.ts';

const keys = ['a', 'b', 'c', 'd', 'e'];
const after = (selected: string, at: number, from?: number) =>
  [...selectedAfter(keys, new Set(selected), at, from)].sort().join('');

test('a row is selected, and deselected', () => {
  expect(after('', 1)).toBe('b');
  expect(after('bd', 3)).toBe('b');
});

test('the rows from the last one chosen become as that one is, up and down', () => {
  expect(after('b', 3, 1)).toBe('bcd');
  expect(after('d', 1, 3)).toBe('bcd');
  expect(after('acde', 3, 1)).toBe('ae');
});
