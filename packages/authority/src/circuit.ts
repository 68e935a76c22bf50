/** Decision of a circuit breaker about a call: pass, pass as the single trial of an open circuit, or wait. */
export type Admission = 'pasa' | 'prueba' | 'espera';

/** Circuit breaker: stops the calls to a service that is down, and lets a trial call through from time to time. */
export interface Circuit {
  /** Number of calls that may pass now: any number, one trial, or none. Does not reserve a place. */
  room(): number;
  /** Milliseconds until a call may pass. */
  waitMs(): number;
  /**
   * Decides whether a call passes. A trial must be ended by {@link Circuit.succeeded}, {@link Circuit.failed} or
   * {@link Circuit.freed}.
   */
  admit(): Admission;
  open(): boolean;
  succeeded(): void;
  /**
   * @param admission value that {@link Circuit.admit} returned
   * @param weight how much this failure counts towards the threshold
   */
  failed(admission: Admission, weight?: number): void;
  /** The call ended without showing whether the service works: another call may make the trial. */
  freed(admission: Admission): void;
  /** Closes the circuit. The intervals between trials keep growing until a call succeeds. */
  reset(): void;
  /** Allows the next trial immediately. */
  hurry(): void;
}

/** Bounds of a circuit. */
export interface CircuitLimits {
  /** Consecutive failures that open it. */
  readonly breakerThreshold: number;
  /** Shortest time between two trials: the first interval, which then doubles. */
  readonly probeEveryMs: number;
  /** Longest time between two trials. */
  readonly longestTrialMs: number;
}

/**
 * A circuit breaker: after several failures in a row it lets one call through per interval, one at a time, until one
 * succeeds. The interval doubles with each failed trial.
 *
 * @param monotonic clock that never goes back, in milliseconds
 */
export function createCircuit(limits: CircuitLimits, monotonic: () => number): Circuit {
  let failures = 0;
  let openings = 0;
  let trialAt = 0;
  let trying = false;

  const isOpen = () => failures >= limits.breakerThreshold;
  const waitMs = () => (isOpen() ? Math.max(0, trialAt - monotonic()) : 0);
  const room = () => (!isOpen() ? Number.POSITIVE_INFINITY : trying || waitMs() > 0 ? 0 : 1);
  const opened = () => {
    openings += 1;
    trialAt = monotonic() + Math.min(limits.longestTrialMs, limits.probeEveryMs * 2 ** Math.min(openings - 1, 20));
  };

  return {
    room,
    waitMs,
    admit() {
      if (!isOpen()) return 'pasa';
      if (room() === 0) return 'espera';
      trying = true;
      return 'prueba';
    },
    open: isOpen,
    succeeded() {
      failures = openings = 0;
      trying = false;
    },
    failed(admission, weight = 1) {
      if (admission === 'prueba') trying = false;
      // Calls already under way when the circuit opened add no information.
      else if (isOpen()) return;
      failures += weight;
      if (isOpen()) opened();
    },
    freed(admission) {
      if (admission !== 'prueba') return;
      trying = false;
      trialAt = monotonic() + limits.probeEveryMs;
    },
    reset() {
      failures = 0;
      trying = false;
    },
    hurry() {
      trialAt = monotonic();
    },
  };
}
