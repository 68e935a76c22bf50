import type { ErrorDeDocumento } from '@timbre/contract';
import { documentLimits } from '@timbre/ecf';

/** Bytes that signing adds to a document: a signature with the largest certificate accepted, in base64. */
const signatureBytes = 32 * 1024;

const megabytes = documentLimits.size / 1_000_000;

/**
 * The fault of a document that would, once signed, be too large for the authority, its buyer or this platform to read.
 *
 * @param xml serialised as it will be signed
 */
export function sizeFault(xml: string): ErrorDeDocumento | undefined {
  const bytes = Buffer.byteLength(xml) + signatureBytes;
  if (bytes <= documentLimits.size) return undefined;
  const mensaje = `El XML firmado pasaría de ${megabytes} MB: quite líneas o acorte los textos`;
  return { codigo: 'ECF-TAMANO', campo: 'DetallesItems', mensaje };
}
