/**
 * Runs an action periodically, one round at a time.
 *
 * @param onWarning called after a round that failed; the next one runs all the same
 * @returns a function that stops it: when it resolves, no round is running
 */
export function periodically(
  everyMs: number,
  work: () => Promise<unknown>,
  onWarning: (error: Error) => void,
): () => Promise<void> {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(work).catch(onWarning);
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
