import { X509Certificate } from 'node:crypto';
import { startWorker } from '@timbre/worker';
import { SignatureError } from '../signature-error.ts';
import { publicKeyOf } from '../signer.ts';
import { validityAt } from '../trust.ts';
import type { P12Answer } from './p12.worker.ts';
import { P12Error } from './p12-error.ts';
import type { OpenedP12 } from './read-p12.ts';

/** What the worker is asked. */
export interface P12Request {
  readonly bytes: Uint8Array;
  readonly password: string;
}

const limits = { bytes: 64 * 1024, heapMegabytes: 128 };

/**
 * Opens a .p12 (PKCS#12) that may come from anyone, in a thread of its own that is stopped when it takes too long.
 * Modern (PBES2) and legacy (3DES, RC2) files, any password, certificates in any order.
 *
 * @param bytes the file, up to 64 kB
 * @param options `at`: the instant at which the certificate must be valid; `timeoutMs`: the most it may take
 * @returns the private key, the certificate that is its own, and the other certificates, as PEM
 * @throws P12Error with a closed code and a Spanish message
 */
export async function openP12(
  bytes: Uint8Array,
  password: string,
  { at, timeoutMs = 10_000 }: { at: Date; timeoutMs?: number },
): Promise<OpenedP12> {
  if (bytes.length > limits.bytes) throw new P12Error('p12/demasiado-grande');
  const opened = await openInWorker({ bytes, password }, timeoutMs);
  const certificate = new X509Certificate(opened.certificate);
  checkKey(certificate);
  const validity = validityAt(certificate, at);
  if (validity === 'firma/certificado-vencido') throw new P12Error('p12/vencido');
  if (validity === 'firma/certificado-no-vigente') throw new P12Error('p12/no-vigente');
  return opened;
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

function checkKey(certificate: X509Certificate): void {
  try {
    publicKeyOf(certificate);
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    throw new P12Error(error.code === 'firma/llave' ? 'p12/llave-no-rsa' : 'p12/llave-debil', error);
  }
}
