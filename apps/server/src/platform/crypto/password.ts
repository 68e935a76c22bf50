import type { Worker } from 'node:worker_threads';
import { startWorker } from '@timbre/worker';

/** A task of the hashing thread: to compute a hash, or to check a password against a stored one. */
export interface HashTask {
  readonly make: boolean;
  readonly stored: string | undefined;
  readonly password: string;
}

/** The answer: the hash, or whether the password is right; and how many passwords were hashed for it. */
export type HashAnswer = ({ readonly result: string | boolean } | { readonly error: Error }) & {
  readonly hashed: number;
};

const mayWait = 20;
/** Maximum waiting tasks of one account, so that other accounts are served too. */
const mayWaitOfOne = 3;

/** Too many passwords are being checked already. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

/** The queue of a task: tasks from known addresses go before those of strangers, however many there are. */
type Line = 'known' | 'strangers';

interface Waiting {
  readonly task: HashTask;
  readonly account: string | undefined;
  readonly resolve: (result: string | boolean) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Each hash takes 50 ms of a core and 19 MiB. One runs at a time; at most twenty wait in each queue, three of them of
 * one account.
 */
const lines: Record<Line, Waiting[]> = { known: [], strangers: [] };
let atWork: Waiting | undefined;
let hashing: Worker | undefined;
let hashed = 0;

/** How many passwords this process has hashed so far. */
export const passwordsHashed = (): number => hashed;

/** How many tasks wait in each queue. */
export const passwordsWaiting = (): Record<Line, number> => ({
  known: lines.known.length,
  strangers: lines.strangers.length,
});

function inTurn(task: HashTask, line: Line, account?: string): Promise<string | boolean> {
  const ofOne = account === undefined ? 0 : lines[line].filter((each) => each.account === account).length;
  if (lines[line].length >= mayWait || ofOne >= mayWaitOfOne) throw new TooBusy('Too many passwords at once');
  return new Promise((resolve, reject) => {
    lines[line].push({ task, account, resolve, reject });
    if (atWork === undefined) workOn();
  });
}

function workOn(): void {
  atWork = lines.known.shift() ?? lines.strangers.shift();
  if (atWork === undefined) {
    hashing?.unref(); // an idle thread does not keep the process alive
    return;
  }
  hashing ??= startHashing();
  hashing.ref();
  hashing.postMessage(atWork.task);
}

function startHashing(): Worker {
  const worker = startWorker(new URL('./password.worker.ts', import.meta.url));
  worker.on('message', (answer: HashAnswer) => {
    hashed += answer.hashed;
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
 * The hash to store for a password.
 *
 * @throws TooBusy
 */
export const hashPassword = async (password: string): Promise<string> =>
  (await inTurn({ make: true, stored: undefined, password }, 'known')) as string;

/**
 * Whether the password matches the hash.
 *
 * @param stored undefined = there is no such user: the result is false, after the same work
 * @param wait queue and account of the task: few tasks of one account may wait
 * @throws TooBusy
 */
export const checkPassword = async (
  stored: string | undefined,
  password: string,
  { line = 'known', account }: { readonly line?: Line; readonly account?: string } = {},
): Promise<boolean> => (await inTurn({ make: false, stored, password }, line, account)) as boolean;
