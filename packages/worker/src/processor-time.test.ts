import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { ownThread, processorTimeOf, threadTime } from './processor-time.ts';

const isReported = existsSync('/proc/thread-self');

test.skipIf(!isReported)('the time of a thread that waits is not counted, and that of its work is', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const source = `const { parentPort, workerData } = require('node:worker_threads');
    parentPort.postMessage(Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1)));
    Atomics.wait(workerData, 0, 0);
    for (;;) Math.sqrt(2);`;
  const worker = new Worker(source, { eval: true, workerData: gate });
  const [thread] = (await once(worker, 'message')) as [number];
  await new Promise((resolve) => setTimeout(resolve, 50));
  const before = threadTime(thread);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(threadTime(thread)).toBe(before);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await expect.poll(() => threadTime(thread), { timeout: 60_000 }).toBeGreaterThan(before!);
  await worker.terminate();
  expect(threadTime(thread)).toBeUndefined();
});

test.skipIf(!isReported)('each thread knows its own number, and the process its time', () => {
  expect(threadTime(ownThread()!)).toBeGreaterThan(0);
  expect(processorTimeOf('/proc/self/stat')).toBeGreaterThan(0);
  expect(processorTimeOf('/proc/no-such-process/stat')).toBeUndefined();
});
