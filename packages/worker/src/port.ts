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
 * Ends the process once the one that started it is gone, since code that runs without end sees no closed pipe; and once it has
 * more memory than it may, for systems on which nobody else looks.
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
 * Opens the pipe of a child that `startChild` started. The process ends when the pipe does, and not by the signals that a
 * terminal or a service manager sends to the whole group: what it works on is finished first.
 *
 * @param onMessage gets each message
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
 * The last arguments of the process: the number of the one that started it, which may be gone before this one looks for it, and
 * the megabytes that it may allocate. Its code comes on top of those.
 */
function limits(): [parent: number, mostBytes: number] {
  const [parent = 0, dataMb = 0] = process.argv.slice(-2).map(Number);
  return [parent, (dataMb + 64) * 1024 * 1024];
}

/** Where memory runs out, the kernel ends a child rather than the server or its database. */
function beFirstToGo(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux.
  }
}
