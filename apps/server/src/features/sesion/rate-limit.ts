import type { Clock } from '../../clock.ts';
import { Problem } from '../../http/problem.ts';

interface Bucket {
  tokens: number;
  atMs: number;
}

/** A limit on how often something may be tried, for each key by itself: a bucket of tokens that refills with time. */
export interface RateLimit {
  /** Takes a token of the key. @throws Problem `sesion/demasiados-intentos`, with the seconds after which there will be one */
  take(key: string): void;
  /** Puts one back: the try turned out well. */
  giveBack(key: string): void;
}

/** Keys remembered at most; the one untouched for longest is forgotten first. */
const maxKeys = 20_000;

/**
 * @param burst tokens of a full bucket
 * @param perToken seconds for one to come back
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

  return {
    take(key) {
      const bucket = bucketOf(key);
      if (bucket.tokens < 1) {
        const retryAfterS = Math.ceil((1 - bucket.tokens) * perToken);
        throw new Problem('sesion/demasiados-intentos', undefined, undefined, { retryAfterS });
      }
      bucket.tokens -= 1;
    },
    giveBack(key) {
      const bucket = bucketOf(key);
      bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
  };
}
