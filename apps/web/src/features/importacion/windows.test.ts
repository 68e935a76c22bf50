import { expect, it } from 'vitest';
import { rowsOf, startsOf, windowSize } from './windows.ts';

it('the rows in sight require the windows that contain them, and no others', () => {
  expect(startsOf(0, 24)).toEqual([0]);
  expect(startsOf(15_030, 15_060)).toEqual([15_000]);
  expect(startsOf(windowSize - 1, windowSize)).toEqual([0, windowSize]);
  expect(startsOf(0, -1)).toEqual([]);
});

it('rows are at their position; those that are not loaded are undefined', () => {
  const rows = rowsOf([100, 200], [['a', 'b'], undefined], 300);
  expect(rows).toHaveLength(300);
  expect([rows[99], rows[100], rows[101], rows[200]]).toEqual([undefined, 'a', 'b', undefined]);
  expect(rowsOf([0], [['a', 'b', 'c']], 2)).toEqual(['a', 'b']);
});
