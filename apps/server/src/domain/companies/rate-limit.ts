import { Problem } from '@timbre/refusal';
import type { Clock } from '../../platform/process/clock.ts';

interface Bucket {
  tokens: number;
  atMs: number;
}

/** A rate limit per key: a token bucket that refills with time. */
export interface RateLimit {
  /** Takes a token of the key. @throws Problem `sesion/demasiados-intentos`, with the seconds until the next token */
  take(key: string): void;
  /** Takes a token of the key, if it has one. */
  takes(key: string): boolean;
  /** Puts a token back, after a successful try. */
  giveBack(key: string): void;
}

/** Maximum number of keys; the least recently used one is removed first. */
const maxKeys = 20_000;

/**
 * @param burst tokens of a full bucket
 * @param perToken seconds until one token is refilled
 */
export function createRateLimit(clock: Clock, burst: number, perToken: number): RateLimit {
  const buckets = new Map<string, Bucket>();

  function bucketOf(key: string): Bucket {
    const atMs = clock.monotonicMs();
    const known = buckets.get(key) ?? { tokens: burst, atMs };
    buckets.delete(key);
    buckets.set(key, known);
    known.tokens = Math.min(burst, known.tokens + (atMs - known.atMs) / 1_000 / perToken);
    known.atMs = atMs;
    if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value!);
    return known;
  }

  const takeOf = (bucket: Bucket): boolean => {
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };

  return {
    take(key) {
      const bucket = bucketOf(key);
      if (takeOf(bucket)) return;
      const retryAfterS = Math.ceil((1 - bucket.tokens) * perToken);
      throw new Problem('sesion/demasiados-intentos', undefined, undefined, { retryAfterS });
    },
    takes: (key) => takeOf(bucketOf(key)),
    giveBack(key) {
      const bucket = bucketOf(key);
      bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
  };
}

/**
 * A limit shared by all senders that no sender can exhaust for the others: the first try of each site in a period is
 * not counted.
 *
 * @param burst tries of all sites together, beyond the first ones
 * @param perToken seconds until one of them is refilled
 * @param placeS seconds after which the next try of a site is again a first one
 * @returns a function that takes a try of a site (`siteOf`); it throws as {@link RateLimit.take}
 */
export function createSharedLimit(
  clock: Clock,
  burst: number,
  perToken: number,
  placeS: number,
): (site: string) => void {
  const places = createRateLimit(clock, 1, placeS);
  const shared = createRateLimit(clock, burst, perToken);
  return (site) => {
    if (!places.takes(site)) shared.take('');
  };
}
