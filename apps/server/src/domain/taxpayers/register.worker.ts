import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../platform/process/low-priority.ts';
import { openRegister, type RegisterFile } from './open-file.ts';
import { type Batch, type Ending, readRegister } from './read-register.ts';
import { RegisterRefused } from './register-refused.ts';

/** Messages of this thread. Each batch is acknowledged, once it is stored, by a message without content. */
export type FromReader =
  | { readonly total: number }
  | { readonly batch: Batch }
  | { readonly ending: Ending }
  | { readonly refused: string };

giveWay(5);
const port = parentPort!;
const say = (message: FromReader) => port.postMessage(message);

function take(batch: Batch): Promise<void> {
  say({ batch });
  return new Promise((resolve) => port.once('message', () => resolve()));
}

try {
  const file = workerData as RegisterFile;
  // A Buffer arrives as the plain array that it extends.
  const { chunks, total } = await openRegister('bytes' in file ? { bytes: Buffer.from(file.bytes.buffer) } : file);
  say({ total });
  say({ ending: await readRegister(chunks, take) });
} catch (error) {
  if (!(error instanceof RegisterRefused)) throw error;
  say({ refused: error.message });
}
port.close();
