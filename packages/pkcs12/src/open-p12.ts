import { startWorker } from '@timbre/worker';
import { P12Error } from './p12-error.ts';
import type { P12Answer, P12Request } from './p12-messages.ts';
import type { OpenedP12 } from './read-p12.ts';

/** Limits of files opened at once and waiting: each one may use a core for seconds and up to 128 MB. */
const limits = { bytes: 64 * 1024, heapMegabytes: 128, atOnce: 2, waiting: 6 };

/**
 * Opens a .p12 (PKCS#12) from an untrusted source in its own thread, which is stopped if it takes too long.
 * Modern (PBES2) and legacy (3DES, RC2) files, any password, certificates in any order. Two are opened at once and six wait.
 * Does not check whether the certificate may sign: see `certificateRefusal`.
 *
 * @param bytes the file, up to 64 kB
 * @param options `at`: if there are several keys, the one of a certificate that may sign at this instant is preferred;
 * `timeoutMs`: maximum time to open it, without the wait
 * @returns the private key, its own certificate, and the other certificates, as PEM
 * @throws P12Error with a code of a closed list and a Spanish message; `p12/ocupado` when too many wait
 */
export async function openP12(
  bytes: Uint8Array,
  password: string,
  { at, timeoutMs = 10_000 }: { at: Date; timeoutMs?: number },
): Promise<OpenedP12> {
  if (bytes.length > limits.bytes) throw new P12Error('p12/demasiado-grande');
  return inTurn(() => openInWorker({ bytes, password, at }, timeoutMs));
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

function openInWorker(request: P12Request, timeoutMs: number): Promise<OpenedP12> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(new URL('./p12.worker.ts', import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    });
    const timer = setTimeout(() => finish(() => reject(new P12Error('p12/tiempo'))), timeoutMs);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      void worker.terminate();
    };
    worker.once('message', (answer: P12Answer) => {
      finish(() => ('opened' in answer ? resolve(answer.opened) : reject(new P12Error(answer.code))));
    });
    worker.once('error', (cause) => finish(() => reject(new P12Error('p12/danado', cause))));
    worker.once('exit', () => finish(() => reject(new P12Error('p12/danado'))));
  });
}
