import { setImmediate } from 'node:timers/promises';

/** How long work goes on before the event loop gets its turn. */
const sliceMs = 8;

/** Work that takes long, cut into slices by the clock: a slower machine does less in each. */
export interface Slices {
  /** Whether the slice has taken its time: then {@link Slices.next} is to be awaited. */
  isOver(): boolean;
  /** Gives the event loop its turn, and begins another slice. */
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

/** Maps items that take a while each; other work of the process goes on in between. */
export async function inSlices<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const slices = startSlices();
  const results: Result[] = [];
  for (const item of items) {
    if (slices.isOver()) await slices.next();
    results.push(map(item));
  }
  return results;
}
