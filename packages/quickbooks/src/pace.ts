import type { Clock } from './clock.ts';
import type { Limits } from './limits.ts';

/** Paces the requests of each company within the provider's limits. */
export interface Pace {
  /** Waits for the turn of a request. @returns a function to call once, when the request is answered */
  take(realm: string): Promise<() => void>;
  /** Holds all requests of a company for a time. */
  pause(realm: string, ms: number): void;
}

type Rates = Pick<Limits, 'perMinute' | 'perSecond' | 'atOnce'>;

interface Traffic {
  /** Send times of the last requests, oldest first; at most `perMinute` of them. */
  readonly left: number[];
  running: number;
  pausedUntil: number;
  waiting: number;
  /** Resolves once the last queued request has been sent. */
  turn: Promise<void>;
  /** Wakes the request that waits for the answer of another one. */
  wake: (() => void) | undefined;
}

/** The provider counts requests on arrival, and one may take this much longer than the next. */
const marginMs = 30;
const secondMs = 1_000 + marginMs;
const minuteMs = 60_000 + marginMs;

/**
 * Limits the traffic of this process by company. If several processes share a company's limit, the provider's 429 paces
 * them.
 */
export function createPace(limits: Rates, clock: Clock): Pace {
  const companies = new Map<string, Traffic>();

  function trafficOf(realm: string): Traffic {
    const known = companies.get(realm);
    if (known !== undefined) return known;
    for (const [each, traffic] of companies) if (isIdle(traffic, clock.monotonic())) companies.delete(each);
    const begun: Traffic = {
      left: [],
      running: 0,
      pausedUntil: Number.NEGATIVE_INFINITY,
      waiting: 0,
      turn: Promise.resolve(),
      wake: undefined,
    };
    companies.set(realm, begun);
    return begun;
  }

  async function leave(traffic: Traffic): Promise<void> {
    for (;;) {
      if (traffic.running >= limits.atOnce) {
        await new Promise<void>((resolve) => {
          traffic.wake = resolve;
        });
        continue;
      }
      const wait = waitMs(traffic, limits, clock.monotonic());
      if (wait <= 0) break;
      await clock.delay(wait);
    }
    traffic.running += 1;
    traffic.left.push(clock.monotonic());
    if (traffic.left.length > limits.perMinute) traffic.left.shift();
  }

  return {
    async take(realm) {
      const traffic = trafficOf(realm);
      traffic.waiting += 1;
      traffic.turn = traffic.turn.then(() => leave(traffic));
      await traffic.turn;
      traffic.waiting -= 1;
      return () => {
        traffic.running -= 1;
        traffic.wake?.();
        traffic.wake = undefined;
      };
    },
    pause(realm, ms) {
      const traffic = trafficOf(realm);
      traffic.pausedUntil = Math.max(traffic.pausedUntil, clock.monotonic() + ms);
    },
  };
}

const waitMs = ({ left, pausedUntil }: Traffic, { perSecond, perMinute }: Rates, now: number): number =>
  Math.max(
    pausedUntil - now,
    // Requests are spaced evenly: those sent together are counted one after another, later than they were sent.
    (left.at(-1) ?? Number.NEGATIVE_INFINITY) + secondMs / perSecond - now,
    (left.at(-perMinute) ?? Number.NEGATIVE_INFINITY) + minuteMs - now,
  );

const isIdle = ({ left, running, waiting, pausedUntil }: Traffic, now: number): boolean =>
  running === 0 && waiting === 0 && pausedUntil < now && (left.at(-1) ?? now - minuteMs) <= now - minuteMs;
