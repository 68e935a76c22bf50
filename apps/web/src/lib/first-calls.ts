/**
 * The state left by first/start.ts: the requests that it sent, their session, and the id of the last event at that
 * time.
 */
interface Start {
  readonly key: string;
  readonly calls: Map<string, Promise<Response>>;
  lastEvent: string | null;
}

declare global {
  interface Window {
    timbreStart?: Start;
  }
}

const goodForMs = 30_000;

/** The time-out of a call, unless the call states its own. @source specification 000 §9 */
export const callTimeoutMs = 10_000;

/**
 * Returns the early calls only for the first session of the page and for a short time: later their responses may be out
 * of date.
 */
const startOf = (key: string | undefined): Start | undefined =>
  window.timbreStart?.key === key && performance.now() < goodForMs ? window.timbreStart : undefined;

/** Returns the response to a GET that was sent before the application had loaded. Each is returned once. */
export function takeFirstCall(url: string, key: string | undefined): Promise<Response> | undefined {
  const calls = startOf(key)?.calls;
  const call = calls?.get(url);
  calls?.delete(url);
  return call;
}

/**
 * Discards the early responses. From now on every call is sent, because events may arrive that an earlier response does
 * not include.
 */
export const dropFirstCalls = (): void => window.timbreStart?.calls.clear();

/**
 * Returns the id of the last event that this browser had when the first calls were sent. A stream that resumes from it
 * misses no later event.
 */
export function takeLastEvent(key: string | undefined): string | null {
  const start = startOf(key);
  const last = start?.lastEvent ?? null;
  if (start) start.lastEvent = null;
  return last;
}
