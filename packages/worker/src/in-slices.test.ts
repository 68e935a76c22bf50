import { expect, test } from 'vitest';
import { inSlices } from './in-slices.ts';

test('the event loop has its turn while many items are mapped, and each keeps its place', async () => {
  const items = Array.from({ length: 60 }, (_, i) => i);
  let turns = 0;
  let mapping = true;
  const turn = () => {
    turns++;
    if (mapping) setImmediate(turn);
  };
  setImmediate(turn);
  const mapped = inSlices(items, (item) => {
    const until = performance.now() + 1;
    while (performance.now() < until);
    return item * 2;
  });
  expect(await mapped.finally(() => (mapping = false))).toEqual(items.map((item) => item * 2));
  expect(turns).toBeGreaterThan(2);
});

test('an empty list gives an empty list', async () => {
  expect(await inSlices([], String)).toEqual([]);
});
