/** Source of the time: the machine's clock in production, a controlled one in tests. */
export interface Clock {
  /** The instant, UTC. */
  now(): Date;
  /** Monotonic milliseconds, for measuring durations. */
  monotonicMs(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
