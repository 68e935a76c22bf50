// Signing PDF files of a megabyte as the server does (read in the child processes of the desk, signed on the thread
// pool, put together), compared with the library alone, one file after another: reading, appending, its CMS and the
// key.
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CryptoKeySigner, PDF } from '@libpdf/core';
import { sealPdf, signCms } from '@timbre/firmas';
import { createSigner } from '@timbre/xml/node';
import { makeCertificate, type TestIdentity } from '@timbre/xml/testing/certificates';
import { createDesk } from '../apps/server/src/domain/desk/desk.ts';
import { type BenchResult, measureInTurns } from './measure.ts';

const megabyte = 1_000_000;
const documents = 100;
/** PDF files signed at once: as many as the desk has child processes. */
const atOnce = 2;

export default async function benchSignDocuments(): Promise<BenchResult> {
  const bytes = await makePdf();
  const identity = makeCertificate();
  const signer = createSigner(identity);
  const certificateBytes = Buffer.byteLength(signer.certificate, 'base64');
  const desk = createDesk({ smallUpTo: -1 });
  const wanted = { bytes, name: 'Persona', reason: 'Prueba', date: undefined, stamp: undefined, certificateBytes };
  const signOne = async () => {
    const prepared = await desk.preparePdf(bytes.length, wanted);
    return Buffer.concat([bytes, sealPdf(prepared, await signCms({ digest: prepared.digest }, signer))]);
  };
  const library = await librarySigner(bytes, identity);
  try {
    await perSecond(signOne, atOnce);
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const idleMs = delays.max / 1e6;
    delays.reset();
    await perSecond(signOne, atOnce);
    delays.disable();
    const { value, limit } = await measureInTurns(
      () => perSecond(signOne, atOnce),
      () => perSecond(library, 1),
      7,
    );
    const detail = {
      'one PDF, kB': bytes.length / 1_000,
      '100 PDF, ms': (documents * 1_000) / value,
      'longest stall of the main thread meanwhile, ms': delays.max / 1e6,
      'the same with nothing to do, ms': idleMs,
    };
    return { name: 'sign-documents', value, unit: 'PDF/s', limit, ratio: value / limit, target: 0.7, detail };
  } finally {
    await desk.close();
  }
}

/** Does a piece of work a hundred times, some at once. Returns how many times a second. */
async function perSecond(work: () => Promise<unknown>, together: number): Promise<number> {
  let left = documents;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: together }, worker));
  return (documents * 1_000) / (performance.now() - start);
}

/** A PDF of one megabyte, most of it bytes that do not compress, as in pictures. */
async function makePdf(): Promise<Uint8Array> {
  const pdf = PDF.create();
  for (let page = 1; page <= 10; page++)
    pdf.addPage({ size: 'letter' }).drawText(`Hoja ${page}`, { x: 60, y: 700, size: 18 });
  pdf.getCatalog().set('Datos', pdf.createStream({}, randomBytes(megabyte)));
  // A copy of the exact size: the buffer into which the library writes is larger.
  return new Uint8Array(await pdf.save());
}

/** Signs a PDF with the library alone. */
async function librarySigner(bytes: Uint8Array, { key, certificate }: TestIdentity): Promise<() => Promise<unknown>> {
  const der = Buffer.from(certificate.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const pkcs8 = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const cryptoKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
  const signer = new CryptoKeySigner(cryptoKey, der, 'RSA', 'RSASSA-PKCS1-v1_5');
  return async () => (await PDF.load(bytes)).sign({ signer });
}
