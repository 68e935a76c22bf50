import type { Service } from '@timbre/authority';
import type { TaxpayerService } from './taxpayer.ts';

/**
 * Kinds of faults in an answer.
 *
 * - `lose`: the connection breaks without an answer
 * - `cut`: the connection breaks in the middle of an answer
 * - `hang`: there is never an answer
 * - `status`: an error of the service itself (`status`, default 500; `retryAfterSeconds` adds the header)
 * - `html`: a page (by default a gateway's with 502; `status` and `text` change it)
 * - `json`: the JSON in `body`, with `status`, default 200
 * - `redirect`: to the page of a portal (`status`, default 302)
 * - `malformed`: truncated JSON
 * - `empty`: 200 without a body
 * - `garbage`: bytes declared as gzip that are not gzip
 * - `huge`: two megabytes of JSON
 * - `plain`: the correct answer, declared as plain text
 * - `twice`: the correct answer, written twice
 * - `other`: the correct answer, but about another document
 * - `word`: the correct answer, with the word in `text` as its state
 * - `drip`: the answer, one byte a second
 * - `wrong-trackid`: an unknown trackId, or the one in `trackId`, of another document
 * - `not-found`: a query finds nothing, although the document exists
 */
export type FaultKind =
  | 'lose'
  | 'cut'
  | 'hang'
  | 'status'
  | 'html'
  | 'json'
  | 'redirect'
  | 'malformed'
  | 'empty'
  | 'garbage'
  | 'huge'
  | 'plain'
  | 'twice'
  | 'other'
  | 'word'
  | 'drip'
  | 'wrong-trackid'
  | 'not-found';

/** A planned fault. The first one that applies to a call is used. */
export interface Fault {
  readonly kind: FaultKind;
  /** Whether the request is processed before the answer fails. False unless set. */
  readonly processed?: boolean;
  /** Only these services; all unless set. */
  readonly services?: readonly (Service | TaxpayerService)[];
  /** Number of times; unlimited unless set. */
  readonly times?: number;
  /** Share of the affected calls, 0 to 1; all unless set. */
  readonly probability?: number;
  readonly status?: number;
  /** Text of a `status` or of a page. */
  readonly text?: string;
  /** Body of a `json` answer. */
  readonly body?: unknown;
  readonly retryAfterSeconds?: number;
  readonly trackId?: string;
  /** Only calls about this number: its file, or a query of it or of its trackIds. */
  readonly eNCF?: string;
}

/** The pending faults. */
export type FaultPlan = ReturnType<typeof createFaultPlan>;

/** @param seed makes the effect of `probability` repeatable */
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
    /**
     * Takes the fault that applies to a call, if any, and counts it as used.
     *
     * @param isAbout checks whether the call is about a number
     */
    next(service: Service | TaxpayerService, isAbout: (eNCF: string) => boolean = () => true): Fault | undefined {
      const hit = planned.find(
        ({ fault }) =>
          (fault.eNCF === undefined || isAbout(fault.eNCF)) &&
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
