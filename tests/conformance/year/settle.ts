import type { MonthServer } from '../month/server.ts';

/**
 * Waits until something is so, and lets the clock of the server run meanwhile.
 *
 * @param what for the message of a failure
 * @param pace milliseconds of the clock in each turn. A task of a child process keeps its lease only at a slow pace
 */
export async function settle(
  server: MonthServer,
  what: string,
  look: () => Promise<boolean>,
  pace = 500,
): Promise<void> {
  for (let turns = 0; turns < 3_000; turns++) {
    if (await look()) return;
    server.clock.advance(pace);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`It did not happen that ${what}`);
}
