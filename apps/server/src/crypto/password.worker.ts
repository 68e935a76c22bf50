// Hashes passwords, one after the other, at the lowest priority of the machine: a flood of log-ins takes only what
// nobody else wants.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashAnswer, HashTask } from './password.ts';

/** argon2id (the library's default), 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash that no password has; checked for users who do not exist, so that the answer takes as long. */
const nobody = hashSync(crypto.randomUUID(), cost);

try {
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1);
  setPriority(Number(thread), 19);
} catch {
  // Not Linux: the thread stays as important as the others.
}

function answer({ stored, password, make }: HashTask): string | boolean {
  if (make) return hashSync(password, cost);
  return verifySync(stored ?? nobody, password) && stored !== undefined;
}

parentPort?.on('message', (task: HashTask) => {
  let message: HashAnswer;
  try {
    message = { result: answer(task) };
  } catch (error) {
    message = { error: error as Error };
  }
  parentPort?.postMessage(message);
});
