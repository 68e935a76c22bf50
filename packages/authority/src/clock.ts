/** Source of time, so that tests can control it. */
export interface Clock {
  /** Wall clock: milliseconds since 1970. Used only to show times, never to decide when something expires. */
  now(): number;
  /** A clock that never goes back, in milliseconds. Decides every expiry. */
  monotonic(): number;
  /** Resolves after a number of milliseconds. */
  delay(ms: number): Promise<void>;
}

/** The machine's own clocks. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  delay: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
