import { afterEach, expect, test, vi } from 'vitest';
import { partLoader } from './part-loader.ts';

afterEach(() => void vi.useRealTimers());

test('code that comes in time is loaded once', async () => {
  const load = vi.fn(() => Promise.resolve('part'));
  const loader = partLoader(load, 1_000);
  await Promise.all([loader.load(), loader.load()]);
  expect([loader.state(), loader.part(), load.mock.calls.length]).toEqual(['loaded', 'part', 1]);
});

test('code that does not come ends as late, and is taken when it comes after all', async () => {
  vi.useFakeTimers();
  let come = (_: string) => {};
  const loader = partLoader(() => new Promise<string>((resolve) => (come = resolve)), 1_000);
  const loading = loader.load();
  await vi.advanceTimersByTimeAsync(1_000);
  await loading;
  expect([loader.state(), loader.part()]).toEqual(['late', undefined]);
  come('part');
  await loader.settled();
  expect([loader.state(), loader.part()]).toEqual(['loaded', 'part']);
});

test('code that failed is requested again', async () => {
  const load = vi.fn(() => Promise.resolve('part')).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const loader = partLoader(load, 1_000);
  await loader.load();
  await loader.begun();
  expect([loader.state(), load.mock.calls.length]).toEqual(['failed', 1]);
  await loader.load();
  expect([loader.state(), load.mock.calls.length]).toEqual(['loaded', 2]);
});
