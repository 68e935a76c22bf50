import { expect, test } from 'vitest';
import { pagesOf } from './pages.ts';

/** The pages of the numbers from 1 to `count`, and what each was read after. */
async function pagesUpTo(count: number) {
  const asked: (number | undefined)[] = [];
  const pages: (readonly number[])[] = [];
  const read = async (after: number | undefined) => {
    asked.push(after);
    return [1, 2, 3, 4, 5].filter((number) => number <= count && number > (after ?? 0)).slice(0, 2);
  };
  for await (const page of pagesOf(2, read)) pages.push(page);
  return { asked, pages };
}

test.each([
  [0, [undefined], []],
  [1, [undefined], [[1]]],
  [
    4,
    [undefined, 2, 4],
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [5, [undefined, 2, 4], [[1, 2], [3, 4], [5]]],
])('%i rows are read in pages of two', async (count, asked, pages) => {
  expect(await pagesUpTo(count)).toEqual({ asked, pages });
});
