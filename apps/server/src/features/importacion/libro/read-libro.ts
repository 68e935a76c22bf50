import type { Worker } from 'node:worker_threads';
import { importacion } from '@timbre/contract';
import type { WithholdingFacts } from '@timbre/ecf';
import { startWorker } from '@timbre/worker';
import { type CodigoDeLibro, LibroError } from '../../../libro/libro-error.ts';
import type { DocumentoDeLibro, LibroResult } from './documento.ts';
import type { FromWorker, ToWorker } from './libro.worker.ts';

const workersAtOnce = 2;
const workingTimeMs = 120_000;
const idleTimeMs = 30_000;
/** Five times the memory that a workbook with the most rows takes. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };

/** Options of {@link readLibro}. */
export interface LibroOptions {
  /** Time of reading, epoch milliseconds: later dates are faults. */
  readonly now: number;
  /** What the company has stated of withholding; nothing when left out. */
  readonly retenciones?: WithholdingFacts;
  /** Called at most 10 times a second for each step, and at its end. */
  readonly onPaso: (paso: importacion.Paso) => void;
  /** Called with up to 200 documents, in the order of the sheets. The next batch waits until it is done. */
  readonly onDocumentos: (documentos: readonly DocumentoDeLibro[]) => void | Promise<void>;
  /** Stops the reading at once; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

let busy = 0;
const waiting: (() => void)[] = [];

/** Waits for a free place; rejects with the signal's reason if that aborts the wait. */
function takePlace(signal: AbortSignal | undefined): Promise<void> {
  if (busy < workersAtOnce) {
    busy++;
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const turn = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.push(turn);
  });
}

/** Passes the place to the next in the queue, or frees it. */
function leavePlace(): void {
  const next = waiting.shift();
  if (next === undefined) busy--;
  else next();
}

// One idle worker is kept between workbooks: starting one takes longer than reading most workbooks.
let warm: Worker | undefined;
let cooling: NodeJS.Timeout | undefined;

function takeWorker(): Worker {
  const worker = warm ?? startWorker(new URL('./libro.worker.ts', import.meta.url), { resourceLimits });
  warm = undefined;
  clearTimeout(cooling);
  worker.ref();
  return worker;
}

function giveBack(worker: Worker, reusable: boolean): void {
  // Removed by event name, because Worker has internal listeners too.
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  worker.on('error', () => {});
  if (!reusable || warm !== undefined) {
    void worker.terminate();
    return;
  }
  warm = worker;
  worker.unref();
  worker.once('exit', () => {
    if (warm === worker) warm = undefined;
  });
  cooling = setTimeout(() => {
    warm = undefined;
    void worker.terminate();
  }, idleTimeMs).unref();
}

/** The reader died for a reason other than the workbook's size or form. */
export class ReaderDied extends Error {
  override readonly name = 'ReaderDied';
}

/** The result for a workbook that is refused as a whole. */
export const refused = (codigo: CodigoDeLibro): LibroResult => ({
  errores: [{ codigo, mensaje: new LibroError(codigo).message }],
  avisos: [],
  rncEmisores: [],
  certificacion: false,
  ecf: 0,
  rfce: 0,
});

/**
 * Reads a workbook into validated documents, in a worker thread with limited memory and time. At most two workbooks are
 * read at once; the others wait.
 *
 * @param bytes the file as uploaded; it is copied, not kept
 * @returns once every batch was taken by `onDocumentos`. A workbook that cannot be read is a result with `errores`, not
 * an exception
 * @throws what `onDocumentos` or `onPaso` throws, the signal's reason, or ReaderDied
 */
export async function readLibro(bytes: Uint8Array, options: LibroOptions): Promise<LibroResult> {
  const { signal } = options;
  signal?.throwIfAborted();
  await takePlace(signal);
  try {
    const worker = takeWorker();
    let reusable = false;
    try {
      const result = await converse(worker, bytes, options);
      reusable = !('killed' in result);
      return 'killed' in result ? refused(result.killed) : result;
    } finally {
      giveBack(worker, reusable);
    }
  } finally {
    leavePlace();
  }
}

/** Lets a worker read a workbook; `killed` is the reason to stop it. */
async function converse(
  worker: Worker,
  bytes: Uint8Array,
  { now, retenciones = {}, onPaso, onDocumentos, signal }: LibroOptions,
): Promise<LibroResult | { killed: CodigoDeLibro }> {
  let clock: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      let leftMs = workingTimeMs;
      let since = 0;
      // Only the worker's own time counts, not the time that the caller takes to store a batch.
      const run = (message: ToWorker) => {
        since = performance.now();
        clock = setTimeout(() => resolve({ killed: 'LIBRO-TIEMPO' }), leftMs);
        worker.postMessage(message);
      };
      const take = async (documentos: readonly DocumentoDeLibro[]) => {
        clearTimeout(clock);
        leftMs -= performance.now() - since;
        await onDocumentos(documentos);
        run('sigue');
      };
      worker.on('message', async (message: FromWorker) => {
        try {
          if ('resultado' in message) resolve(message.resultado);
          else if ('paso' in message) onPaso(message.paso);
          else await take(message.documentos);
        } catch (error) {
          reject(error);
        }
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ killed: 'LIBRO-MEMORIA' });
        else reject(new ReaderDied(error.message, { cause: error }));
      });
      worker.on('exit', (code) => reject(new ReaderDied(`The workbook reader exited with code ${code}`)));
      stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop, { once: true });
      if (signal?.aborted) stop();
      run({ bytes, limites: importacion.limitesDelLibro, now, retenciones });
    });
  } finally {
    clearTimeout(clock);
    if (stop) signal?.removeEventListener('abort', stop);
  }
}
