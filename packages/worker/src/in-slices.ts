import { setImmediate } from 'node:timers/promises';

/** Maximum time of work before the event loop gets its turn. */
const sliceMs = 8;

/** Long work divided into slices of time: a slower machine does less in each. */
interface Slices {
  /** Whether the time of the slice is over. If so, await {@link Slices.next}. */
  isOver(): boolean;
  /** Yields to the event loop, then begins another slice. */
  next(): Promise<void>;
}

/** Begins the first slice. */
export function startSlices(): Slices {
  let sinceMs = performance.now();
  return {
    isOver: () => performance.now() - sinceMs >= sliceMs,
    async next() {
      await setImmediate();
      sinceMs = performance.now();
    },
  };
}

/** Maps items in slices, so that other work of the process can run in between. */
export async function inSlices<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const slices = startSlices();
  const results: Result[] = [];
  for (const item of items) {
    if (slices.isOver()) await slices.next();
    results.push(map(item));
  }
  return results;
}
