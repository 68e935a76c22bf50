/** Stops calling a service that is down, and looks in from time to time. */
export interface Breaker {
  /** Milliseconds until the next attempt is allowed; 0 admits this one (and counts it as the probe when open). */
  admit(): number;
  open(): boolean;
  succeeded(): void;
  failed(): void;
}

/**
 * A circuit breaker: after several failures in a row it admits one call per interval until one succeeds.
 *
 * @param threshold failures in a row that open it
 * @param probeEveryMs least time between two calls while it is open
 * @param monotonic clock that never goes back, in milliseconds
 */
export function createBreaker(threshold: number, probeEveryMs: number, monotonic: () => number): Breaker {
  let failures = 0;
  let nextProbeAt = 0;
  return {
    admit() {
      if (failures < threshold) return 0;
      const now = monotonic();
      if (now < nextProbeAt) return nextProbeAt - now;
      nextProbeAt = now + probeEveryMs;
      return 0;
    },
    open: () => failures >= threshold,
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures === threshold) nextProbeAt = monotonic() + probeEveryMs;
    },
  };
}
