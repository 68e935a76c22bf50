import { hash, type X509Certificate } from 'node:crypto';
import { leafText, type XmlElement } from '../element.ts';
import { XmlError } from '../xml-error.ts';
import { isSignature } from './find-signatures.ts';
import { SignatureError } from './signature-error.ts';
import type { Departure } from './signature-shape.ts';
import { readParts, type VerifyLimits } from './signed-parts.ts';
import { readIdentity, signersOf } from './verify.ts';

/** What a signature says, whether or not it holds. */
export interface Inspected {
  /** Every reason for which the signature is refused; none = it holds. Whether its certificate is trusted is not among them. */
  readonly faults: readonly (SignatureError | XmlError)[];
  /** Where it departs from the DGII's form, and holds all the same. */
  readonly departures: readonly Departure[];
  /** Undefined where it is missing or cannot be read. */
  readonly certificate: X509Certificate | undefined;
  /** Base64 in one line; undefined where the document has none. */
  readonly signatureValue: string | undefined;
}

/**
 * Checks a signature as `verifyXml` does, and gives all that was found instead of the first refusal. It remembers nothing of
 * the document and trusts nobody: it is for explaining a document, not for taking it.
 *
 * @param input the document
 * @param root the same, read
 * @source Firmado de e-CF; XML Signature Syntax and Processing
 */
export function inspectXml(input: string | Uint8Array, root: XmlElement, limits: VerifyLimits): Inspected {
  const parts = caught(() => readParts(input, limits));
  if ('fault' in parts) {
    const signature = root.children.find(isSignature);
    return {
      faults: [parts.fault],
      departures: [],
      certificate: certificateOf(readBase64(signature, 'X509Certificate'))?.certificate,
      signatureValue: readBase64(signature, 'SignatureValue'),
    };
  }
  const { canonical, digest, signatureValue, certificates, departures } = parts.value;
  const signers = caught(() => signersOf(parts.value));
  const faults: (SignatureError | XmlError)[] = 'fault' in signers ? [signers.fault] : [];
  if (hash('sha256', canonical, 'base64') !== digest) faults.push(new SignatureError('firma/alterado'));
  if (canonical.length > limits.size) faults.push(new XmlError('xml/demasiado-grande', limits.size, 1, 1));
  // Of a signature that nobody's key made, the certificate that it states is shown.
  const [identity] = 'value' in signers ? signers.value : [certificateOf(certificates[0])];
  return { faults, departures, certificate: identity?.certificate, signatureValue };
}

function certificateOf(base64: string | undefined) {
  const identity = base64 === undefined ? undefined : caught(() => readIdentity(base64));
  return identity && 'value' in identity ? identity.value : undefined;
}

/** The value, or the refusal; anything else that is thrown is a bug. */
function caught<T>(read: () => T): { readonly value: T } | { readonly fault: SignatureError | XmlError } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof SignatureError || error instanceof XmlError) return { fault: error };
    throw error;
  }
}

/** The text of the first element of that name, in one line; undefined where there is none, or it is empty. */
function readBase64(element: XmlElement | undefined, local: string): string | undefined {
  for (const child of element?.children ?? []) {
    if (typeof child === 'string') continue;
    const text = child.local === local ? leafText(child) : readBase64(child, local);
    if (text !== undefined && text !== '') return text.replace(/[ \t\r\n]+/g, '');
  }
  return undefined;
}
