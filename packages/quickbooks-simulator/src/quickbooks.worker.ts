import { parentPort, workerData } from 'node:worker_threads';
import { createQuickBooksSimulator } from './simulator.ts';
import type { StartOptions } from './start.ts';

const { port, host, ...options } = workerData as StartOptions;
const simulator = createQuickBooksSimulator(options);
parentPort?.postMessage(await simulator.listen(port, host));
parentPort?.once('message', async () => {
  await simulator.close();
  parentPort?.close();
});
