import { hash, type X509Certificate } from 'node:crypto';
import { documentLimits, type ReadDocument, readDocument } from '@timbre/ecf';
import { describeCertificate, type Trust, trustAnyIssuer, verifyXml } from '@timbre/xml/node';

/** A document with a valid signature. Its data are read from the signed bytes. */
export interface Examined {
  readonly read: ReadDocument;
  readonly codigoSeguridad: string;
  /** Tax id of the certificate's owner; empty if the certificate has none. */
  readonly holderId: string;
}

/**
 * Checks the signature of a document, including its certificate.
 *
 * @param bytes the document as received
 * @param trust decides which certificates are trusted
 * @throws XmlError, SignatureError with a Spanish message
 */
export function examine(bytes: Uint8Array, trust: Trust): Examined {
  const { canonical, certificate, codigoSeguridad } = verifyXml(bytes, { trust, limits: documentLimits });
  return { read: readDocument(canonical), codigoSeguridad, holderId: holderIdOf(certificate) };
}

/** Tax ids by certificate. Documents of one issuer share the same certificate object. */
const holderIds = new WeakMap<X509Certificate, string>();

function holderIdOf(certificate: X509Certificate): string {
  const known = holderIds.get(certificate);
  if (known !== undefined) return known;
  const { holderId = '' } = describeCertificate(certificate.raw);
  holderIds.set(certificate, holderId);
  return holderId;
}

/**
 * Trusts any certificate that may sign now, from any issuer. Demonstrations need it, because each company makes its own
 * certificate.
 *
 * @param now epoch milliseconds
 */
export const trustAnyone =
  (now: () => number): Trust =>
  (certificate) =>
    trustAnyIssuer(new Date(now()))(certificate);

/** The text at a path in a document, such as `Encabezado.IdDoc.eNCF`; undefined if there is none. */
export function leafAt(read: ReadDocument, path: string): string | undefined {
  let node: unknown = read.kind === undefined ? undefined : read.tree;
  for (const name of path.split('.')) node = (node as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof node === 'string' ? node : undefined;
}

/** Hex digest of bytes as received. */
export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');
