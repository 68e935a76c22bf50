import type { Logger } from 'pino';
import { endedWithin } from '../platform/process/ended-within.ts';

/** Time limit of parts whose work, if they are left, ends with the process. */
const partWithinMs = 500;

/** The parts of a server that are closed, in the order in which they are, and the time limit of some. */
const order = [
  // Requests and event streams end before the parts that answer them.
  { part: 'http' },
  // Jobs in progress get a short time; then their calls to the authority are aborted, and they record that.
  { part: 'jobs' },
  // A round in progress ends, because it uses the database.
  { part: 'timers' },
  { part: 'space' },
  { part: 'signals', withinMs: partWithinMs },
  // Before the journal, with which it compares the database.
  { part: 'quarantine', withinMs: partWithinMs },
  { part: 'desk', withinMs: partWithinMs },
  { part: 'journal', withinMs: partWithinMs },
  { part: 'quickbooks', withinMs: partWithinMs },
  { part: 'simulator', withinMs: partWithinMs },
  // Last, and without a limit: the other parts use it, and the embedded engine must end whole.
  { part: 'database' },
] as const;

interface Closable {
  close(): unknown;
}

/** Collects what a start opens, to close it in order: at the end, or when the start fails. */
export interface Closing {
  /** Adds a part. Returns it. */
  add<T extends Closable>(part: (typeof order)[number]['part'], opened: T): T;
  /** Closes the parts added, in order. Those not closed within their limit are left, with a warning in the log. */
  close(): Promise<void>;
}

/** Creates a collection without parts. */
export function createClosing(log: Logger): Closing {
  const opened = new Map<string, Closable>();
  return {
    add(part, closable) {
      opened.set(part, closable);
      return closable;
    },
    async close() {
      for (const step of order) {
        const closed = Promise.resolve(opened.get(step.part)?.close());
        if (!('withinMs' in step)) await closed;
        else if (!(await endedWithin(closed, step.withinMs))) log.warn({ part: step.part }, 'did not close in time');
      }
    },
  };
}
