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

/** Where one waits: whoever is known goes before strangers, however many those are. */
export type Line = 'known' | 'strangers';

interface Waiting {
  readonly task: HashTask;
  readonly resolve: (result: string | boolean) => void;
  readonly reject: (error: Error) => void;
}

/** Each takes 50 ms of a core and 19 MiB: one at a time, twenty in each line, no more. */
const lines: Record<Line, Waiting[]> = { known: [], strangers: [] };
let atWork: Waiting | undefined;
let hashing: Worker | undefined;

function inTurn(task: HashTask, line: Line): Promise<string | boolean> {
  if (lines[line].length >= mayWait) throw new TooBusy('Too many passwords at once');
  return new Promise((resolve, reject) => {
    lines[line].push({ task, resolve, reject });
    if (atWork === undefined) workOn();
  });
}

function workOn(): void {
  atWork = lines.known.shift() ?? lines.strangers.shift();
  if (atWork === undefined) {
    hashing?.unref(); // an idle thread keeps no process alive
    return;
  }
  hashing ??= startHashing();
  hashing.ref();
  hashing.postMessage(atWork.task);
}

function startHashing(): Worker {
  const worker = startWorker(new URL('./password.worker.ts', import.meta.url));
  worker.on('message', (answer: HashAnswer) => {
    if ('error' in answer) atWork?.reject(answer.error);
    else atWork?.resolve(answer.result);
    workOn();
  });
  worker.on('error', (error) => {
    hashing = undefined;
    for (const waiting of [atWork, ...lines.known.splice(0), ...lines.strangers.splice(0)]) waiting?.reject(error);
    atWork = undefined;
  });
  return worker;
}

/**
 * The hash to keep of a password.
 *
 * @throws TooBusy
 */
export const hashPassword = async (password: string): Promise<string> =>
  (await inTurn({ make: true, stored: undefined, password }, 'known')) as string;

/**
 * Whether the password is the one of the hash.
 *
 * @param stored undefined = there is no such user: false, after the same time
 * @param line where to wait
 * @throws TooBusy
 */
export const checkPassword = async (
  stored: string | undefined,
  password: string,
  line: Line = 'known',
): Promise<boolean> => (await inTurn({ make: false, stored, password }, line)) as boolean;
