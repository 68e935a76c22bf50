import { sharedValue } from './shared-value.ts';

const retryMs = 3_000;
const online = sharedValue(true);
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Records whether the server answered. While it does not, its health is requested every 3 s.
 *
 * @param answers true after any response of the server, false after a network failure
 */
export function markServer(answers: boolean): void {
  clearTimeout(timer);
  if (!answers) timer = setTimeout(checkServer, retryMs);
  if (answers !== online.get()) online.set(answers);
}

/** Requests the server's health and records the result. */
export async function checkServer(): Promise<boolean> {
  const answers = await fetch('/livez', { signal: AbortSignal.timeout(retryMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
  markServer(answers);
  return answers;
}

window.addEventListener('offline', () => markServer(false));
window.addEventListener('online', checkServer);

/** Calls back each time the server starts or stops answering. Returns the function that unsubscribes. */
export const onConnectionChange = (listener: (online: boolean) => void): (() => void) =>
  online.follow(() => listener(online.get()));

/** Whether the server answers, according to the last calls. */
export const useOnline = online.use;
