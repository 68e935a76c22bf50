import { hash, type X509Certificate } from 'node:crypto';
import { documentLimits } from '@timbre/ecf';
import { leafText, readXml, type XmlElement } from '@timbre/xml';
import { describeCertificate, type Trust, verifyXml } from '@timbre/xml/node';

/** A document whose signature is valid. Its data is read from the signed bytes. */
export interface Examined {
  readonly element: XmlElement;
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
  const { element, certificate, codigoSeguridad } = verifyXml(bytes, { trust, limits: documentLimits });
  return { element, codigoSeguridad, holderId: holderIdOf(certificate) };
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
 * Trusts any certificate that is valid now: a demonstration needs it, because each company makes its own certificate.
 *
 * @param now epoch milliseconds
 */
export const trustAnyone =
  (now: () => number): Trust =>
  (certificate) => {
    if (now() < Date.parse(certificate.validFrom)) return 'firma/certificado-no-vigente';
    return now() > Date.parse(certificate.validTo) ? 'firma/certificado-vencido' : 'trusted';
  };

/** The text at a path of names under an element, `Encabezado.IdDoc.eNCF`; undefined when there is no such element. */
export function leafAt(element: XmlElement, path: string): string | undefined {
  let found = element;
  for (const name of path.split('.')) {
    const next = childNamed(found, name);
    if (next === undefined) return undefined;
    found = next;
  }
  return leafText(found);
}

const childNamed = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child): child is XmlElement => typeof child !== 'string' && child.local === name);

/** A document read without verifying it: only to find the number of a refused one. */
export function glance(bytes: Uint8Array): XmlElement | undefined {
  try {
    return readXml(bytes);
  } catch {
    return undefined;
  }
}

/** Hex digest of bytes as they came. */
export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');
