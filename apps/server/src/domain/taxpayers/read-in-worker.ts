import { startWorker } from '@timbre/worker';
import type { RegisterFile } from './open-file.ts';
import type { Batch, Ending } from './read-register.ts';
import type { FromReader } from './register.worker.ts';
import { RegisterRefused } from './register-refused.ts';

/** Limit of the reader's heap; the file itself is outside it. Reading 737,000 taxpayers takes a third of it. */
const resourceLimits = { maxOldGenerationSizeMb: 384 };

/** The reader died for a reason other than a refusal: the cause may be temporary, or the file itself. */
export class ReaderDied extends Error {
  override readonly name = 'ReaderDied';
}

/** Receives the data that is read. */
export interface Reading {
  /** Receives the size of the text in bytes, once it is known. */
  onTotal(total: number): void;
  /** Stores a batch; at most one more is read meanwhile. */
  onBatch(batch: Batch): Promise<void>;
}

/**
 * Reads a register in its own thread, with limited memory.
 *
 * @param file bytes of an upload are moved to the thread: the caller can use them no more
 * @returns once every batch was stored
 * @throws RegisterRefused when the file is not a register; any error of `onBatch`; ReaderDied
 */
export function readInWorker(file: RegisterFile, { onTotal, onBatch }: Reading): Promise<Ending> {
  // Only an array that owns its memory can be moved.
  const workerData = 'bytes' in file ? { bytes: new Uint8Array(file.bytes) } : file;
  const transferList = 'bytes' in workerData ? [workerData.bytes.buffer] : [];
  const worker = startWorker(new URL('./register.worker.ts', import.meta.url), {
    workerData,
    transferList,
    resourceLimits,
  });
  return new Promise<Ending>((resolve, reject) => {
    worker.on('message', async (message: FromReader) => {
      try {
        if ('total' in message) onTotal(message.total);
        else if ('ending' in message) resolve(message.ending);
        else if ('refused' in message) reject(new RegisterRefused(message.refused));
        else {
          await onBatch(message.batch);
          worker.postMessage(undefined);
        }
      } catch (error) {
        reject(error);
      }
    });
    worker.on('error', (cause) => reject(new ReaderDied('The reader of the register died', { cause })));
    worker.on('exit', (code) => reject(new ReaderDied(`The reader of the register ended (${code})`)));
  }).finally(() => worker.terminate());
}
