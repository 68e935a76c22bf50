import { once } from 'node:events';
import { startWorker } from '@timbre/worker';
import type { SimulatorOptions } from './simulator.ts';

/** Options of a stand-in in a thread of its own: those that can be passed to another thread, and its port. */
export interface StartOptions extends Omit<SimulatorOptions, 'now'> {
  /** 0, or none, takes any free port. */
  readonly port?: number;
  readonly host?: string;
}

/** A stand-in in another thread. It is controlled by `POST /_control/{command}`. */
export interface RunningQuickBooks {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Starts a stand-in in a worker thread, so that what it makes up does not use the caller's event loop.
 *
 * @throws Error when it cannot listen, for instance because the port is taken
 */
export async function startQuickBooksSimulator(options: StartOptions = {}): Promise<RunningQuickBooks> {
  const worker = startWorker(new URL('./quickbooks.worker.ts', import.meta.url), { workerData: options });
  const [address] = (await once(worker, 'message')) as [string];
  return {
    address,
    async close() {
      const exited = once(worker, 'exit');
      worker.postMessage('close');
      await exited;
    },
  };
}
