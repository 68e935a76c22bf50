/** The origin and kind of the files that a child reads: books are a company's workbooks of invoices. */
export type Lane = 'companies' | 'books' | 'strangers';

/** Children that may work at once. */
export const places = 2;

/**
 * Maximum places of a lane at once. Books are read for minutes, and strangers may send for hours: the other place is
 * for companies.
 */
const most: Readonly<Record<Lane, number>> = { companies: places, books: 1, strangers: 1 };

/** The order of the lanes when several wait. */
const order: readonly Lane[] = ['companies', 'books', 'strangers'];

/** The places of the children, and the callers that wait for one. */
export class Places {
  readonly #taken: Record<Lane, number> = { companies: 0, books: 0, strangers: 0 };
  readonly #waiting: { readonly lane: Lane; readonly go: () => void }[] = [];

  /** Whether there is a place now. */
  has(lane: Lane): boolean {
    const { companies, books, strangers } = this.#taken;
    return this.#taken[lane] < most[lane] && companies + books + strangers < places;
  }

  /** Takes a place, once there is one. @throws the reason of the signal */
  async take(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.has(lane)) this.#taken[lane] += 1;
    else await this.#wait(lane, signal);
  }

  /** Leaves a place, which passes to the first that waits. */
  leave(left: Lane): void {
    this.#taken[left] -= 1;
    const lane = order.find((each) => this.has(each) && this.#waiting.some((one) => one.lane === each));
    const at = this.#waiting.findIndex((one) => one.lane === lane);
    this.#waiting.splice(at, at < 0 ? 0 : 1)[0]?.go();
  }

  #wait(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener('abort', leave);
        this.#taken[lane] += 1;
        resolve();
      };
      const turn = { lane, go };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(turn);
    });
  }
}
