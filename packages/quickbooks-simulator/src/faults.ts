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
 * - `held`: nothing is answered until the faults are cleared
 * - `reset`: the connection breaks without an answer
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
  | 'held'
  | 'reset'
  | 'malformed'
  | 'huge'
  | 'page';

/** A planned fault. */
export interface Fault {
  readonly kind: FaultKind;
  /** Which calls; all unless set. */
  readonly of?: 'token' | 'revoke' | 'api';
  /** Only queries with this text. */
  readonly query?: string;
  /** How many times; once unless set. */
  readonly times?: number;
  /** How many calls of its kind pass before it. */
  readonly after?: number;
  readonly ms?: number;
  readonly retryAfterSeconds?: number;
  /** Of `held` and `reset`: the request is processed before. */
  readonly processed?: boolean;
}

/** The faults still to come. */
export interface FaultPlan {
  add(fault: Fault): void;
  /** Forgets them, and lets go what is held. */
  clear(): void;
  /** The fault of this call, if any; counts it as used. @param query what is asked, empty where it is no query */
  next(call: NonNullable<Fault['of']>, query: string): Fault | undefined;
  /** Waits until they are cleared. */
  hold(): Promise<void>;
  /** How many calls are held. */
  held(): number;
}

export function createFaultPlan(): FaultPlan {
  let planned: { fault: Fault; left: number; after: number }[] = [];
  let waiting: (() => void)[] = [];
  return {
    add(fault) {
      planned.push({ fault, left: fault.times ?? 1, after: fault.after ?? 0 });
    },
    clear() {
      planned = [];
      for (const go of waiting) go();
      waiting = [];
    },
    next(call, text) {
      const hit = planned.find(({ fault: { of = call, query = '' } }) => of === call && text.includes(query));
      if (hit === undefined) return undefined;
      if (hit.after > 0) {
        hit.after -= 1;
        return undefined;
      }
      hit.left -= 1;
      if (hit.left <= 0) planned = planned.filter((plan) => plan !== hit);
      return hit.fault;
    },
    hold: () => new Promise((resolve) => void waiting.push(resolve)),
    held: () => waiting.length,
  };
}
