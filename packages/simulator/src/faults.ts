import type { Service } from '@timbre/authority';
import type { TaxpayerService } from './taxpayer.ts';

/**
 * What goes wrong with an answer.
 *
 * - `lose`: the connection breaks without an answer
 * - `cut`: it breaks in the middle of one
 * - `hang`: nothing is ever answered
 * - `status`: an error of the service itself (`status`, 500 unless said; `retryAfterSeconds` adds the header)
 * - `html`: a page (a gateway's with 502, unless `status` and `text` say otherwise)
 * - `json`: the JSON given in `body`, with `status` 200 unless said
 * - `redirect`: to the page of a portal (`status`, 302 unless said)
 * - `malformed`: JSON cut in the middle
 * - `empty`: 200 without a body
 * - `garbage`: bytes declared as gzip that are not gzip
 * - `huge`: two megabytes of JSON
 * - `plain`: the right answer, declared as plain text
 * - `twice`: the right answer, written twice
 * - `other`: the right answer, about another document
 * - `word`: the right answer, with the word in `text` as its state
 * - `drip`: the answer, one byte a second
 * - `wrong-trackid`: an unknown trackId, or the one in `trackId`, of another document
 * - `not-found`: a look-up finds nothing, although it is there
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
  /** How many times; without limit unless set. */
  readonly times?: number;
  /** Share of the calls, 0 to 1; all unless set. */
  readonly probability?: number;
  readonly status?: number;
  /** Text of a `status` or of a page. */
  readonly text?: string;
  /** Body of a `json` answer. */
  readonly body?: unknown;
  readonly retryAfterSeconds?: number;
  readonly trackId?: string;
  /** Only calls about this number: its file, or a look-up of it or of its trackIds. */
  readonly eNCF?: string;
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
    /**
     * The fault that applies to this call, if any; counts it as used.
     *
     * @param isAbout whether the call is about a number
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
