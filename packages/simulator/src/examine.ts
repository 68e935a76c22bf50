import { hash, type X509Certificate } from 'node:crypto';
import { documentLimits, type ReadDocument, readDocument } from '@timbre/ecf';
import { describeCertificate, type Trust, trustAnyIssuer, verifyXml } from '@timbre/xml/node';

/** A document whose signature is valid. Its data is read from the signed bytes. */
export interface Examined {
  readonly read: ReadDocument;
  readonly codigoSeguridad: string;
  /** Tax id of the certificate's owner; empty when the certificate names none. */
  readonly holderId: string;
}

/**
 * Checks the signature of a document, its certificate included.
 *
 * @param bytes the document as it came
 * @param trust which certificates are trusted
 * @throws XmlError, SignatureError with a Spanish message
 */
export function examine(bytes: Uint8Array, trust: Trust): Examined {
  const { canonical, certificate, codigoSeguridad } = verifyXml(bytes, { trust, limits: documentLimits });
  return { read: readDocument(canonical), codigoSeguridad, holderId: holderIdOf(certificate) };
}

/** Tax ids by certificate. The certificate is the same object while an issuer keeps sending. */
const holderIds = new WeakMap<X509Certificate, string>();

function holderIdOf(certificate: X509Certificate): string {
  const known = holderIds.get(certificate);
  if (known !== undefined) return known;
  const { holderId = '' } = describeCertificate(certificate.raw);
  holderIds.set(certificate, holderId);
  return holderId;
}

/**
 * Trusts any certificate that may sign now, whoever issued it: a demonstration needs it, because each company makes its own
 * certificate.
 *
 * @param now epoch milliseconds
 */
export const trustAnyone =
  (now: () => number): Trust =>
  (certificate) =>
    trustAnyIssuer(new Date(now()))(certificate);

/** The text at a path of names in a document, `Encabezado.IdDoc.eNCF`; undefined when it has none there. */
export function leafAt(read: ReadDocument, path: string): string | undefined {
  let found: unknown = read.kind === undefined ? undefined : read.tree;
  for (const name of path.split('.')) found = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof found === 'string' ? found : undefined;
}

/** Hex digest of bytes as they came. */
export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');
