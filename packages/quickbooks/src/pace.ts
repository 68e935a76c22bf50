import type { Clock } from './clock.ts';
import type { Limits } from './limits.ts';

/** Keeps the requests of each company within the provider's limits. */
export interface Pace {
  /** Waits for the turn of a request. @returns called once, when its answer has come */
  take(realm: string): Promise<() => void>;
  /** Lets nothing of a company leave for so long. */
  pause(realm: string, ms: number): void;
}

interface Traffic {
  /** When the last requests left, oldest first; as many as count in a minute. */
  readonly left: number[];
  running: number;
  pausedUntil: number;
  waiting: number;
  /** Ends when the one before has left. */
  turn: Promise<void>;
  /** Wakes the one that waits for an answer to come. */
  wake: (() => void) | undefined;
}

/** Requests are counted where they arrive, and one may take so much longer than the next. */
const marginMs = 30;
const secondMs = 1_000 + marginMs;
const minuteMs = 60_000 + marginMs;

/** Limits the traffic of this process by company. Several processes share a company's limit: then the provider's 429 paces them. */
export function createPace(limits: Pick<Limits, 'perMinute' | 'perSecond' | 'atOnce'>, clock: Clock): Pace {
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

  const waitMs = ({ left, pausedUntil }: Traffic, now: number): number =>
    Math.max(
      pausedUntil - now,
      // One by one: those that leave together are counted one after another, later than they left.
      (left.at(-1) ?? Number.NEGATIVE_INFINITY) + secondMs / limits.perSecond - now,
      (left.at(-limits.perMinute) ?? Number.NEGATIVE_INFINITY) + minuteMs - now,
    );

  async function leave(traffic: Traffic): Promise<void> {
    for (;;) {
      if (traffic.running >= limits.atOnce) {
        await new Promise<void>((resolve) => {
          traffic.wake = resolve;
        });
        continue;
      }
      const wait = waitMs(traffic, clock.monotonic());
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

const isIdle = ({ left, running, waiting, pausedUntil }: Traffic, now: number): boolean =>
  running === 0 && waiting === 0 && pausedUntil < now && (left.at(-1) ?? now - minuteMs) <= now - minuteMs;
