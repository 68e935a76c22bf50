import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const retryMs = 3_000;
let online = true;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Records whether the server answered. While it does not, its health is asked every 3 s.
 *
 * @param answers true after any answer of the server, false after a failure of the wire
 */
export function markServer(answers: boolean): void {
  clearTimeout(timer);
  if (!answers) timer = setTimeout(ping, retryMs);
  if (answers === online) return;
  online = answers;
  for (const listener of listeners) listener();
}

async function ping(): Promise<void> {
  try {
    markServer((await fetch('/livez', { signal: AbortSignal.timeout(retryMs) })).ok);
  } catch {
    markServer(false);
  }
}

window.addEventListener('offline', () => markServer(false));
window.addEventListener('online', ping);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Calls back each time the server begins or ceases to answer. Gives the way to stop. */
export const onConnectionChange = (listener: (online: boolean) => void): (() => void) =>
  subscribe(() => listener(online));

/** Whether the server answers, as far as the last calls tell. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => online);
