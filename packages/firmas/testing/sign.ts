import type { Signer } from '@timbre/xml/node';
import { signCms } from '../src/cms/sign-cms.ts';
import { type PdfToSign, preparePdf, sealPdf } from '../src/pdf/prepare-pdf.ts';

/** Signs a PDF as the server does, in one thread. */
export async function signPdf(bytes: Uint8Array, signer: Signer, more: Partial<PdfToSign> = {}): Promise<Buffer> {
  const prepared = await preparePdf({
    bytes,
    name: 'Ñandú Prueba, SRL',
    reason: 'RNC 131880681',
    date: "D:20261124093000-04'00'",
    stamp: undefined,
    certificateBytes: Buffer.from(signer.certificate, 'base64').length,
    ...more,
  });
  const sealed = sealPdf(prepared, await signCms({ digest: prepared.digest }, signer));
  return prepared.isAppended ? Buffer.concat([bytes, sealed]) : sealed;
}
