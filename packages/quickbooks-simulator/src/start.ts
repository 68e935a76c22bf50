import { once } from 'node:events';
import { startWorker } from '@timbre/worker';
import type { SimulatorOptions } from './simulator.ts';

/** Options of a simulator in its own thread: those that can be passed to another thread, its port and its host. */
export interface StartOptions extends Omit<SimulatorOptions, 'now'> {
  /** If 0 or not set, any free port is used. */
  readonly port?: number;
  readonly host?: string;
}

/** A simulator in another thread. It is controlled by `POST /_control/{command}`. */
export interface RunningQuickBooks {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Starts a simulator in a worker thread, so that generating its data does not block the caller's event loop.
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
