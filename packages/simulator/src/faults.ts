import type { Service } from '@timbre/authority';

/**
 * What goes wrong with an answer.
 *
 * - `lose`: the connection breaks without an answer
 * - `hang`: nothing is ever answered
 * - `status`: an error of the service itself (`status`, 500 unless said; `retryAfterSeconds` adds the header)
 * - `html`: a gateway's page with 502
 * - `malformed`: JSON cut in the middle
 * - `empty`: 200 without a body
 * - `drip`: the answer, one byte a second
 * - `wrong-trackid`: a trackId that nobody knows
 * - `not-found`: a look-up finds nothing, although it is there
 */
export type FaultKind =
  | 'lose'
  | 'hang'
  | 'status'
  | 'html'
  | 'malformed'
  | 'empty'
  | 'drip'
  | 'wrong-trackid'
  | 'not-found';

/** A planned fault. The first plan that applies to a call is the one that happens. */
export interface Fault {
  readonly kind: FaultKind;
  /** Whether the request is processed before its answer goes wrong. False unless said. */
  readonly processed?: boolean;
  /** Only these services; all unless said. */
  readonly services?: readonly Service[];
  /** How often, then never again; without end unless said. */
  readonly times?: number;
  /** Share of the calls, 0 to 1; all unless said. */
  readonly probability?: number;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

/** The faults still to come. */
export type FaultPlan = ReturnType<typeof createFaultPlan>;

/** @param seed makes the share of `probability` repeatable */
export function createFaultPlan(seed: number) {
  let planned: { fault: Fault; left: number }[] = [];
  const random = seededRandom(seed);

  return {
    add(fault: Fault): void {
      planned.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    clear(): void {
      planned = [];
    },
    /** The fault that befalls this call, if any; counts it. */
    next(service: Service): Fault | undefined {
      const hit = planned.find(
        ({ fault }) =>
          (fault.services === undefined || fault.services.includes(service)) &&
          (fault.probability === undefined || random() < fault.probability),
      );
      if (hit === undefined) return undefined;
      hit.left -= 1;
      if (hit.left <= 0) planned = planned.filter((plan) => plan !== hit);
      return hit.fault;
    },
  };
}

/** A repeatable sequence in [0, 1): mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
