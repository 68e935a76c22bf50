import type { Clock } from '../../platform/process/clock.ts';

/** A clock that the test controls. */
export interface TestClock extends Clock {
  /** Moves it forward. */
  advance(ms: number): void;
}

/** Makes a test clock. @param start the first instant */
export function testClock(start = new Date('2026-03-16T14:00:00Z')): TestClock {
  let elapsedMs = 0;
  return {
    now: () => new Date(start.getTime() + elapsedMs),
    monotonicMs: () => elapsedMs,
    advance(ms) {
      elapsedMs += ms;
    },
  };
}
