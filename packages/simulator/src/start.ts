import { once } from 'node:events';
import type { Hosts } from '@timbre/authority';
import { startWorker } from '@timbre/worker';
import type { SimulatorOptions } from './simulator.ts';

/** How an authority is started in a thread of its own: what can be told to another thread, and where it listens. */
export interface StartOptions extends Pick<SimulatorOptions, 'stateFile' | 'settings' | 'seed' | 'keepDocuments'> {
  /** 0, or none, takes any free port. */
  readonly port?: number;
  readonly host?: string;
}

/** An authority in another thread. It is controlled by `POST /_control/{command}`. */
export interface RunningSimulator {
  readonly hosts: Hosts;
  close(): Promise<void>;
}

/**
 * Starts an authority in a worker thread, so that its checks take nothing from the caller's event loop.
 *
 * @throws Error when it cannot listen, for instance because the port is taken
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  const worker = startWorker(new URL('./simulator.worker.ts', import.meta.url), { workerData: options });
  const [hosts] = (await once(worker, 'message')) as [Hosts];
  return {
    hosts,
    async close() {
      const exited = once(worker, 'exit');
      worker.postMessage('close');
      await exited;
    },
  };
}
