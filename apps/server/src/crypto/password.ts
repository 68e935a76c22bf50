import type { Worker } from 'node:worker_threads';
import { startWorker } from '@timbre/worker';

/** What the hashing thread is asked: to make a hash, or to check a password against a stored one. */
export interface HashTask {
  readonly make: boolean;
  readonly stored: string | undefined;
  readonly password: string;
}

/** What it answers: the hash, or whether the password is right. */
export type HashAnswer = { readonly result: string | boolean } | { readonly error: Error };

const mayWait = 20;

/** Too many passwords are being checked already. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

/** Each takes 50 ms of a core and 19 MiB: one at a time, twenty in line, no more. */
const waiting: { readonly resolve: (result: string | boolean) => void; readonly reject: (error: Error) => void }[] = [];
let hashing: Worker | undefined;

function inTurn(task: HashTask): Promise<string | boolean> {
  if (waiting.length > mayWait) throw new TooBusy('Too many passwords at once');
  hashing ??= startHashing();
  hashing.ref();
  hashing.postMessage(task);
  return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
}

function startHashing(): Worker {
  const worker = startWorker(new URL('./password.worker.ts', import.meta.url));
  worker.on('message', (answer: HashAnswer) => {
    const asked = waiting.shift();
    if ('error' in answer) asked?.reject(answer.error);
    else asked?.resolve(answer.result);
    if (waiting.length === 0) worker.unref(); // an idle thread keeps no process alive
  });
  worker.on('error', (error) => {
    hashing = undefined;
    for (const asked of waiting.splice(0)) asked.reject(error);
  });
  return worker;
}

/**
 * The hash to keep of a password.
 *
 * @throws TooBusy
 */
export const hashPassword = async (password: string): Promise<string> =>
  (await inTurn({ make: true, stored: undefined, password })) as string;

/**
 * Whether the password is the one of the hash.
 *
 * @param stored undefined = there is no such user: false, after the same time
 * @throws TooBusy
 */
export const checkPassword = async (stored: string | undefined, password: string): Promise<boolean> =>
  (await inTurn({ make: false, stored, password })) as boolean;
