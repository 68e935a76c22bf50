import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

export { type Child, type ChildLimits, type ChildListener, startChild } from './child.ts';
export { type ChildGuards, childGuards } from './limited-command.ts';
export { openPort, type Port } from './port.ts';
export { ownThread, threadTime } from './processor-time.ts';

/**
 * Starts a worker thread from its TypeScript entry.
 *
 * From source, the entry is loaded through tsx. In a build, every `*.worker.ts` is bundled as `*.worker.js` into the
 * directory of the main file, so the same URL is found there with the other extension.
 *
 * @param entry `new URL('./name.worker.ts', import.meta.url)`
 * @param options passed to `Worker` unchanged (workerData, resourceLimits, …)
 * @throws Error if neither the source nor the bundled entry exists
 */
export function startWorker(entry: URL, options: WorkerOptions = {}): Worker {
  if (existsSync(fileURLToPath(entry))) {
    const bootstrap = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}); })`;
    return new Worker(bootstrap, { ...options, eval: true });
  }
  const bundled = new URL(entry.href.replace(/\.ts$/, '.js'));
  if (!existsSync(fileURLToPath(bundled))) throw new Error(`No worker entry at ${entry.href}`);
  return new Worker(bundled, options);
}
