import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whileRead } from './downloads.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

/** Parts that a reader takes, one each time, until it is given up; at most a hundred. */
async function takenEach(ms: number, bytes: number): Promise<number> {
  const left = new AbortController();
  const parts = (async function* () {
    for (let i = 0; i < 100; i++) yield 'x'.repeat(bytes);
  })();
  let taken = 0;
  for await (const _ of whileRead(parts, 60_000, () => left.abort())) {
    await vi.advanceTimersByTimeAsync(ms);
    if (left.signal.aborted) break;
    taken += 1;
  }
  return taken;
}

test('a reader that takes a part a minute loses its place soon', async () => {
  expect(await takenEach(59_000, 16_000)).toBe(1);
});

test('a reader that stops loses its place after a minute', async () => {
  expect(await takenEach(60_000, 1_000_000)).toBe(0);
});

test('a reader of a slow network keeps its place, with a pause now and then', async () => {
  expect(await takenEach(1_500, 16_000)).toBe(100);
  expect(await takenEach(55_000, 1_000_000)).toBe(100);
});
