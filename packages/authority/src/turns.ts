/** Releases a turn. Called once, when the work that took the turn ends. */
export type Release = () => void;

/** Shares a limited number of simultaneous calls fairly among companies. */
export interface Turns {
  /** Waits until this company may make one more call. */
  take(empresa: string): Promise<Release>;
}

/**
 * Limits simultaneous calls, in total and per company. When the total is reached, waiting companies are served in
 * rotation, so that one with ten thousand documents does not delay one with a single invoice.
 *
 * @param total maximum calls at once, for all companies together
 * @param each maximum calls at once for one company
 */
export function createTurns(total: number, each: number): Turns {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let busy = 0;

  const begin = (empresa: string) => {
    busy += 1;
    running.set(empresa, (running.get(empresa) ?? 0) + 1);
  };
  const end = (empresa: string) => {
    busy -= 1;
    const left = (running.get(empresa) ?? 1) - 1;
    if (left === 0) running.delete(empresa);
    else running.set(empresa, left);
    callNext();
  };
  const callNext = () => {
    if (busy >= total) return;
    for (const [empresa, queue] of waiting) {
      if ((running.get(empresa) ?? 0) >= each) continue;
      const start = queue.shift();
      // The company that was served goes to the end of the rotation.
      waiting.delete(empresa);
      if (queue.length > 0) waiting.set(empresa, queue);
      start?.();
      return;
    }
  };

  return {
    take(empresa) {
      const release = () => end(empresa);
      if (busy < total && (running.get(empresa) ?? 0) < each) {
        begin(empresa);
        return Promise.resolve(release);
      }
      return new Promise((resolve) => {
        const queue = waiting.get(empresa) ?? [];
        queue.push(() => {
          begin(empresa);
          resolve(release);
        });
        waiting.set(empresa, queue);
      });
    },
  };
}
