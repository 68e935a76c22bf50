import { startWorker, threadTime } from '@timbre/worker';
import { P12Error } from './p12-error.ts';
import type { P12Answer, P12Request, P12Thread } from './p12-messages.ts';
import type { OpenedP12 } from './read-p12.ts';

/** Limits of files opened at once and waiting: each one may use a core for seconds and up to 128 MB. */
const limits = { bytes: 64 * 1024, heapMegabytes: 128, atOnce: 2, waiting: 6 };

/** Interval at which the time of a thread is looked at. */
const watchMs = 100;
/** How much longer than its limit of processor time a file may take where the processors are busy. */
const patience = 12;

/**
 * Opens a .p12 (PKCS#12) from an untrusted source in its own thread, which is stopped if it takes too long.
 * Modern (PBES2) and legacy (3DES, RC2) files, any password, certificates in any order. Two are opened at once and six wait.
 * Does not check whether the certificate may sign: see `certificateRefusal`.
 *
 * @param bytes the file, up to 64 kB
 * @param options `at`: if there are several keys, the one of a certificate that may sign at this instant is preferred;
 * `workMs`: maximum processor time to open it; on a busy machine this takes longer, up to twelve times as long. Where the
 * system does not report it, the time of the clock counts
 * @returns the private key, its own certificate, and the other certificates, as PEM
 * @throws P12Error with a code of a closed list and a Spanish message; `p12/ocupado` when too many wait
 */
export async function openP12(
  bytes: Uint8Array,
  password: string,
  { at, workMs = 10_000 }: { at: Date; workMs?: number },
): Promise<OpenedP12> {
  if (bytes.length > limits.bytes) throw new P12Error('p12/demasiado-grande');
  return inTurn(() => openInWorker({ bytes, password, at }, workMs));
}

let opening = 0;
const waiting: (() => void)[] = [];

/** Runs the work when its turn comes. @throws P12Error `p12/ocupado` when the queue is full */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (opening < limits.atOnce) opening += 1;
  else if (waiting.length < limits.waiting) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw new P12Error('p12/ocupado');
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) opening -= 1;
    else next();
  }
}

function openInWorker(request: P12Request, workMs: number): Promise<OpenedP12> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(new URL('./p12.worker.ts', import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    });
    const began = performance.now();
    let started: P12Thread | undefined;
    const watch = setInterval(() => {
      const elapsed = performance.now() - began;
      const worked = started === undefined ? 0 : (timeOf(started) ?? elapsed);
      if (worked > workMs || elapsed > workMs * patience) finish(() => reject(new P12Error('p12/tiempo')));
    }, watchMs);
    const finish = (settle: () => void) => {
      clearInterval(watch);
      settle();
      void worker.terminate();
    };
    worker.on('message', (message: P12Thread | P12Answer) => {
      if ('thread' in message) started = message;
      else finish(() => ('opened' in message ? resolve(message.opened) : reject(new P12Error(message.code))));
    });
    worker.once('error', (cause) => finish(() => reject(new P12Error('p12/danado', cause))));
    worker.once('exit', () => finish(() => reject(new P12Error('p12/danado'))));
  });
}

const timeOf = ({ thread }: P12Thread): number | undefined => (thread === undefined ? undefined : threadTime(thread));
