/** An error that may state when to retry. */
interface Refused {
  readonly retryAfterMs?: number | undefined;
}

/**
 * The pause before the next attempt. All clients of a server lose the connection at once, so the pauses are spread at
 * random. No pause is shorter than the server requested.
 *
 * @param failure error thrown by the last attempt; undefined if the stream ended without an error
 * @param backOffMs used if the server requested no time
 * @param random from 0 to 1
 */
export function pauseAfter(failure: unknown, backOffMs: number, random = Math.random()): number {
  const statedMs = (failure as Refused | undefined)?.retryAfterMs;
  return statedMs === undefined ? backOffMs * (0.5 + random) : statedMs * (1 + random / 2);
}

/**
 * Parses a `Retry-After` header into milliseconds; undefined if it is missing or invalid.
 *
 * @source RFC 9110, 10.2.3
 */
export function retryAfterOf(header: string | null, nowMs = Date.now()): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestMs);
}

const longestMs = 5 * 60_000;
