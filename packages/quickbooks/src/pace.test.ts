import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

/** A clock that jumps to the end of each delay. */
function jumpingClock() {
  let now = 0;
  return {
    monotonic: () => now,
    delay: async (ms: number) => {
      await Promise.resolve();
      now += ms;
    },
  };
}

test('no second has more than ten requests, no minute more than 500, and no time is wasted', async () => {
  const clock = jumpingClock();
  const pace = createPace({ perMinute: 500, perSecond: 10, atOnce: 10 }, clock);
  const left: number[] = [];
  for (let i = 0; i < 1_200; i++) {
    const done = await pace.take('1');
    left.push(clock.monotonic());
    done();
  }
  for (const [i, at] of left.entries()) {
    expect(at - (left[i - 10] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(1_000);
    expect(at - (left[i - 500] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(60_000);
  }
  // 500 in each of the first two minutes, and the last of 200 after 21 seconds.
  expect(left.at(-1)).toBe(2 * 60_030 + 199 * 103);
});

test('ten requests run at once; the next leaves when one ends; another company does not wait', async () => {
  const pace = createPace({ perMinute: 500, perSecond: 100, atOnce: 10 }, jumpingClock());
  const under = await Promise.all(Array.from({ length: 10 }, () => pace.take('1')));
  let left = false;
  const next = pace.take('1').then((done) => {
    left = true;
    return done;
  });
  (await pace.take('2'))();
  expect(left).toBe(false);
  under[0]!();
  (await next)();
  expect(left).toBe(true);
});

test('a pause stops all requests of its company', async () => {
  const clock = jumpingClock();
  const pace = createPace({ perMinute: 500, perSecond: 10, atOnce: 10 }, clock);
  pace.pause('1', 7_000);
  (await pace.take('1'))();
  expect(clock.monotonic()).toBe(7_000);
});
