import type { Clock } from '../clock.ts';
import { Problem } from '../http/problem.ts';

interface Bucket {
  tokens: number;
  atMs: number;
}

/** A rate limit per key: a token bucket that refills with time. */
export interface RateLimit {
  /** Takes a token of the key. @throws Problem `sesion/demasiados-intentos`, with the seconds until the next token */
  take(key: string): void;
  /** Puts a token back, after a successful try. */
  giveBack(key: string): void;
}

/** Most keys remembered; the least recently used one is forgotten first. */
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
