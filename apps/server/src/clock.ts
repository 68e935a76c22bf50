/** Where the time comes from: the machine in production, the test's hand in tests. */
export interface Clock {
  /** The instant, UTC. */
  now(): Date;
  /** Milliseconds that only go forward; for measuring lapses. */
  monotonicMs(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
