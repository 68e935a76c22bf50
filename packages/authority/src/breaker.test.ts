import { expect, test } from 'vitest';
import { createBreaker } from './breaker.ts';

const clockAt = () => {
  const clock = { now: 0 };
  return { clock, breaker: createBreaker(3, 1000, () => clock.now) };
};

test('it opens after failures in a row, not before', () => {
  const { breaker } = clockAt();
  breaker.failed();
  breaker.failed();
  breaker.succeeded();
  breaker.failed();
  breaker.failed();
  expect(breaker.open()).toBe(false);
  expect(breaker.admit()).toBe(0);
  breaker.failed();
  expect(breaker.open()).toBe(true);
  expect(breaker.admit()).toBe(1000);
});

test('while open it admits one probe a second, however many ask', () => {
  const { clock, breaker } = clockAt();
  for (let i = 0; i < 3; i += 1) breaker.failed();
  let admitted = 0;
  for (clock.now = 0; clock.now < 10_000; clock.now += 10) {
    if (breaker.admit() === 0) {
      admitted += 1;
      breaker.failed();
    }
  }
  expect(admitted).toBe(9);
});

test('one success closes it', () => {
  const { clock, breaker } = clockAt();
  for (let i = 0; i < 5; i += 1) breaker.failed();
  clock.now = 1000;
  expect(breaker.admit()).toBe(0);
  breaker.succeeded();
  expect(breaker.open()).toBe(false);
  expect(breaker.admit()).toBe(0);
  expect(breaker.admit()).toBe(0);
});
