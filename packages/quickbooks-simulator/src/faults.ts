/**
 * Kinds of faults in an answer.
 *
 * - `unauthorised`: 401 of the API
 * - `forbidden`: 403, the company no longer grants access
 * - `throttle-403`, `throttle-429`: too many requests, in both forms
 * - `fault-200`: a Fault with status 200
 * - `fault-400`: the Fault of an invalid query
 * - `server`: 500 with a system fault
 * - `slow`: no answer for `ms`
 * - `held`: no answer until the faults are cleared
 * - `reset`: the connection breaks without an answer
 * - `malformed`: truncated JSON
 * - `huge`: an endless answer
 * - `page`: a page with 403, as from a proxy
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
  /** Affected calls; all unless set. */
  readonly of?: 'token' | 'revoke' | 'api';
  /** Only queries that contain this text. */
  readonly query?: string;
  /** Number of times; once unless set. */
  readonly times?: number;
  /** Number of matching calls that pass before it. */
  readonly after?: number;
  readonly ms?: number;
  readonly retryAfterSeconds?: number;
  /** For `held` and `reset`: the request is processed before the fault. */
  readonly processed?: boolean;
}

/** The pending faults. */
export interface FaultPlan {
  add(fault: Fault): void;
  /** Removes all faults and releases the held calls. */
  clear(): void;
  /** Takes the fault of a call, if any, and counts it as used. @param query text of the query; empty for other calls */
  next(call: NonNullable<Fault['of']>, query: string): Fault | undefined;
  /** Waits until the faults are cleared. */
  hold(): Promise<void>;
  /** Number of held calls. */
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
