/** An error that may say when to try again. */
interface Refused {
  readonly retryAfterMs?: number | undefined;
}

/**
 * How long to wait before the next try. All clients of a server lose the connection at once, so the waits are spread at
 * random, and none is shorter than the server asked for.
 *
 * @param failure what the last try threw; undefined where the stream ended without an error
 * @param backOffMs used where the server asked for no time
 * @param random from 0 to 1
 */
export function pauseAfter(failure: unknown, backOffMs: number, random = Math.random()): number {
  const told = (failure as Refused | undefined)?.retryAfterMs;
  return told === undefined ? backOffMs * (0.5 + random) : told * (1 + random / 2);
}

/**
 * Parses a `Retry-After` header into milliseconds; undefined where it is missing or not usable. @source RFC 9110,
 * 10.2.3
 */
export function retryAfterOf(header: string | null, nowMs = Date.now()): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestMs);
}

const longestMs = 5 * 60_000;
