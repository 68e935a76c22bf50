import { once } from 'node:events';
import type { Hosts } from '@timbre/authority';
import { startWorker } from '@timbre/worker';
import type { Simulator, SimulatorOptions } from './simulator.ts';

/** Options of a simulator in its own thread: those that can be passed to another thread, its port and its host. */
export interface StartOptions extends Pick<SimulatorOptions, 'stateFile' | 'settings' | 'seed' | 'keepDocuments'> {
  /** If 0 or not set, any free port is used. */
  readonly port?: number;
  readonly host?: string;
}

/** A simulator in another thread. It is controlled by `POST /_control/{command}`. */
export interface RunningSimulator {
  readonly hosts: Hosts;
  /** As {@link Simulator.listenPast}; one after the other. */
  listenPast(): Promise<Hosts>;
  close(): Promise<void>;
}

/**
 * Starts a simulator in a worker thread, so that its checks do not block the caller's event loop.
 *
 * @throws Error when it cannot listen, for instance because the port is taken
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  const worker = startWorker(new URL('./simulator.worker.ts', import.meta.url), { workerData: options });
  const [hosts] = (await once(worker, 'message')) as [Hosts];
  return {
    hosts,
    async listenPast() {
      const listening = once(worker, 'message');
      worker.postMessage('past');
      const [past] = (await listening) as [Hosts];
      return past;
    },
    async close() {
      const exited = once(worker, 'exit');
      worker.postMessage('close');
      await exited;
    },
  };
}
