import { takeLastEvent } from './first-calls.ts';
import { currentSession, isCurrent, otherStorageKeys } from './session.ts';

const goodForMs = 5 * 60_000;

/** Stores the position of the stream for the next page of this browser. */
export function keepLastEvent(id: string, now = Date.now()): void {
  const session = currentSession();
  if (session !== undefined && isCurrent(session))
    localStorage.setItem(otherStorageKeys.lastEvent, JSON.stringify({ id, now }));
}

/**
 * Returns the event id from which a stream may resume without missing events since the page sent its first calls. It is
 * returned once per page.
 */
export function lastEventAtStart(now = Date.now()): string | undefined {
  try {
    const stored = JSON.parse(takeLastEvent(currentSession()?.apiKey) ?? 'null') as { id: string; now: number } | null;
    return stored !== null && Math.abs(now - stored.now) < goodForMs && /^\d+$/.test(stored.id) ? stored.id : undefined;
  } catch {
    return undefined;
  }
}
