import type { Child } from '@timbre/worker';

/** Why a child ended in the middle of its work. */
export type Ending = 'memoria' | 'tiempo' | 'fallo';

const weighMs = 50;

/** How many times longer than its own work a child may take by the clock: other processes may have the processors. */
const patience = 4;

/** Messages that V8 prints before it ends a process that has no memory left. */
const memoryFault = /out of memory|allocation failed|ENOMEM/i;

/** Watches a child at work, and ends it when it takes too much memory or time. */
export class Watch {
  readonly #child: Child;
  readonly #scales: NodeJS.Timeout;
  #isLate = () => false;
  #cause: Ending | undefined;

  /** @param mostBytes of resident memory */
  constructor(child: Child, mostBytes: number) {
    this.#child = child;
    this.#scales = setInterval(() => this.#weigh(mostBytes), weighMs);
  }

  /** Sets the time limit from now on. Returns a function that removes it, and returns the milliseconds used. */
  allow(ms: number): () => number {
    const took = stopwatchOf(this.#child);
    this.#isLate = () => took() > ms;
    return () => {
      this.#isLate = () => false;
      return took();
    };
  }

  /** Why the child ended. @param words that it printed */
  endingOf(words: string): Ending {
    return this.#cause ?? (memoryFault.test(words) ? 'memoria' : 'fallo');
  }

  stop(): void {
    clearInterval(this.#scales);
  }

  #weigh(mostBytes: number): void {
    if ((this.#child.memory() ?? 0) > mostBytes) this.#end('memoria');
    else if (this.#isLate()) this.#end('tiempo');
  }

  #end(ending: Ending): void {
    this.#cause ??= ending;
    this.#child.kill();
  }
}

/** Returns a function that returns the milliseconds that count of a child since now. */
function stopwatchOf(child: Child): () => number {
  const at = performance.now();
  const before = child.worked();
  return () => {
    const clock = performance.now() - at;
    const work = before === undefined ? clock : (child.worked() ?? before) - before;
    // Several threads of a child may work at once, so its work may exceed the time by the clock, which is the maximum.
    return Math.min(clock, Math.max(work, clock / patience));
  };
}
