import type { FastifyReply } from 'fastify';

/**
 * The longest that a caller waits for the DGII: less than the 30 s after which the specification's client stops
 * waiting.
 */
const longestMs = 20_000;

/**
 * How long a caller waits for the DGII's answer, in milliseconds, at most 20,000.
 *
 * @param prefer the header `Prefer`
 * @source RFC 7240 §4.1, §4.3
 */
function patienceOf(prefer = ''): number {
  if (/(^|[,;\s])respond-async\b/i.test(prefer)) return 0;
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,4})/i.exec(prefer)?.[1];
  return seconds === undefined ? longestMs : Math.min(longestMs, Number(seconds) * 1_000);
}

/** Aborted when the connection of the caller closes. */
function untilClosed({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once('close', () => closed.abort());
  return closed.signal;
}

/**
 * How a caller waits for the DGII's answer.
 *
 * @param prefer the header `Prefer`
 * @returns the time since its request arrived, the longest wait, and a signal that its connection closed
 */
export const waitOf = (reply: FastifyReply, prefer: string | undefined) => ({
  watch: () => reply.elapsedTime,
  patienceMs: patienceOf(prefer),
  signal: untilClosed(reply),
});
