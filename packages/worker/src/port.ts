import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { readFrames, writeFrame } from './frames.ts';

/** The pipe of a child to the process that started it. */
export interface Port {
  post(message: unknown): void;
}

const pipeFd = 3;

/**
 * Kills the process once its parent is gone: code in an endless loop does not notice the closed pipe. Also kills it
 * once it exceeds its memory, for systems without another limit.
 */
const guard = (parent: number, mostBytes: number) => `
const { writeSync } = process.getBuiltinModule('node:fs');
const isGone = () => {
  if (process.ppid !== ${parent}) return true;
  try { process.kill(${parent}, 0); return false; } catch (error) { return error.code === 'ESRCH'; }
};
const end = () => process.kill(process.pid, 'SIGKILL');
setInterval(() => { if (isGone()) end(); }, 1000);
setInterval(() => {
  if (process.memoryUsage.rss() < ${mostBytes}) return;
  writeSync(2, 'out of memory');
  end();
}, 100);`;

/**
 * Opens the pipe of a child started by `startChild`. The process ends when the pipe is closed. It ignores the signals
 * that a terminal or a service manager sends to the whole group, so that its current work is finished first.
 *
 * @param onMessage receives each message
 */
export function openPort(onMessage: (message: never) => void): Port {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  beFirstToGo();
  new Worker(guard(...limits()), { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
  const pipe = new Socket({ fd: pipeFd, readable: true, writable: true });
  pipe.on('data', readFrames(Number.POSITIVE_INFINITY, onMessage as (message: unknown) => void));
  pipe.on('error', () => process.exit());
  pipe.on('close', () => process.exit());
  return { post: (message) => writeFrame(pipe, message) };
}

/**
 * Reads the last arguments of the process: the id of its parent, which may be gone before this process looks for it,
 * and the megabytes that it may allocate. 64 MB are added to these for its code.
 */
function limits(): [parent: number, mostBytes: number] {
  const [parent = 0, dataMb = 0] = process.argv.slice(-2).map(Number);
  return [parent, (dataMb + 64) * 1024 * 1024];
}

/** Makes the kernel kill this child before the server or its database if memory runs out. */
function beFirstToGo(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux.
  }
}
