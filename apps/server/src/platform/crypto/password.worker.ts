// Hashes passwords one at a time, at the lowest priority: a flood of log-ins takes only processor time that is
// otherwise unused.
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { giveWay } from '../process/low-priority.ts';
import type { HashAnswer, HashTask } from './password.ts';

/** argon2id (the library's default), 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash that no password has. It is checked for users who do not exist, so that the answer takes as long. */
const nobody = hashSync(crypto.randomUUID(), cost);

giveWay(19);

let hashed = 0;

function answer({ stored, password, make }: HashTask): string | boolean {
  return make ? hash(password) : verify(stored ?? nobody, password) && stored !== undefined;
}

function hash(password: string): string {
  hashed += 1;
  return hashSync(password, cost);
}

function verify(stored: string, password: string): boolean {
  hashed += 1;
  return verifySync(stored, password);
}

parentPort?.on('message', (task: HashTask) => {
  hashed = 0;
  let message: HashAnswer;
  try {
    message = { result: answer(task), hashed };
  } catch (error) {
    message = { error: error as Error, hashed };
  }
  parentPort?.postMessage(message);
});
