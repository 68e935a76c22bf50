import { sharedValue } from './shared-value.ts';

const retryMs = 3_000;
const online = sharedValue(true);
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Records whether the server answered. While it does not, its health is asked every 3 s.
 *
 * @param answers true after any answer of the server, false after a failure of the wire
 */
export function markServer(answers: boolean): void {
  clearTimeout(timer);
  if (!answers) timer = setTimeout(ping, retryMs);
  if (answers !== online.get()) online.become(answers);
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

/** Calls back each time the server begins or ceases to answer. Gives the way to stop. */
export const onConnectionChange = (listener: (online: boolean) => void): (() => void) =>
  online.follow(() => listener(online.get()));

/** Whether the server answers, as far as the last calls tell. */
export const useOnline = online.use;
