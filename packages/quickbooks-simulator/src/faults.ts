/**
 * What goes wrong with an answer.
 *
 * - `unauthorised`: 401 of the API
 * - `forbidden`: 403, the company does not let us in any more
 * - `throttle-403`, `throttle-429`: too many requests, in both forms
 * - `fault-200`: a Fault with status 200
 * - `fault-400`: a Fault of a query that is wrong
 * - `server`: 500 with a system fault
 * - `slow`: nothing is answered for `ms`
 * - `reset`: the connection breaks without an answer; `processed`: after the request was processed
 * - `malformed`: JSON cut in the middle
 * - `huge`: an answer without end
 * - `page`: a page with 403, as of a proxy
 */
export type FaultKind =
  | 'unauthorised'
  | 'forbidden'
  | 'throttle-403'
  | 'throttle-429'
  | 'fault-200'
  | 'fault-400'
  | 'server'
  | 'slow'
  | 'reset'
  | 'malformed'
  | 'huge'
  | 'page';

/** A planned fault. */
export interface Fault {
  readonly kind: FaultKind;
  /** Which calls; all unless set. */
  readonly of?: 'token' | 'revoke' | 'api';
  /** How many times; once unless set. */
  readonly times?: number;
  /** How many calls of its kind pass before it. */
  readonly after?: number;
  readonly ms?: number;
  readonly retryAfterSeconds?: number;
  readonly processed?: boolean;
}

/** The faults still to come. */
export interface FaultPlan {
  add(fault: Fault): void;
  clear(): void;
  /** The fault of this call, if any; counts it as used. */
  next(call: NonNullable<Fault['of']>): Fault | undefined;
}

export function createFaultPlan(): FaultPlan {
  let planned: { fault: Fault; left: number; after: number }[] = [];
  return {
    add(fault) {
      planned.push({ fault, left: fault.times ?? 1, after: fault.after ?? 0 });
    },
    clear() {
      planned = [];
    },
    next(call) {
      const hit = planned.find(({ fault }) => fault.of === undefined || fault.of === call);
      if (hit === undefined) return undefined;
      if (hit.after > 0) {
        hit.after -= 1;
        return undefined;
      }
      hit.left -= 1;
      if (hit.left <= 0) planned = planned.filter((plan) => plan !== hit);
      return hit.fault;
    },
  };
}
