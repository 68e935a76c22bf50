/** Source of time, so that tests and benchmarks can control it. */
export interface Clock {
  /** A clock that never goes back, in milliseconds. */
  monotonic(): number;
  /** Resolves after a number of milliseconds. */
  delay(ms: number): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  monotonic: () => performance.now(),
  delay: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
