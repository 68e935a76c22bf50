import { setImmediate } from 'node:timers/promises';

/** Items after which the event loop gets its turn: some milliseconds of derivations. */
const sliceSize = 100;

/** Maps items that take a while each; other work of the process goes on in between. */
export async function inSlices<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (let i = 0; i < items.length; i++) {
    if (i > 0 && i % sliceSize === 0) await setImmediate();
    results.push(map(items[i]!));
  }
  return results;
}
