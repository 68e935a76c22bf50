import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test('the window has five numbers around the page, as far as they are loaded', { tags: ['SI9-5'] }, () => {
  expect(pageWindow(1, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(5, 10)).toEqual([3, 4, 5, 6, 7]);
  expect(pageWindow(10, 10)).toEqual([6, 7, 8, 9, 10]);
  expect(pageWindow(2, 2)).toEqual([1, 2]);
  expect(pageWindow(1, 0)).toEqual([]);
});
