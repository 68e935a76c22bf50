import { parentPort, workerData } from 'node:worker_threads';
import { createSimulator } from './simulator.ts';
import type { StartOptions } from './start.ts';

const { port, host, ...options } = workerData as StartOptions;
const simulator = createSimulator(options);
parentPort?.postMessage(await simulator.listen(port, host));
parentPort?.on('message', async (order: 'past' | 'close') => {
  if (order === 'past') return parentPort?.postMessage(await simulator.listenPast(host));
  await simulator.close();
  parentPort?.close();
});
