import { hash, type X509Certificate } from 'node:crypto';
import { leafText, type XmlElement } from '../element.ts';
import { XmlError } from '../xml-error.ts';
import { isSignature } from './find-signatures.ts';
import { SignatureError } from './signature-error.ts';
import type { Departure } from './signature-shape.ts';
import { readParts, type VerifyLimits } from './signed-parts.ts';
import { readIdentity, signersOf } from './verify.ts';

/** Contents of a signature, valid or not. */
export interface Inspected {
  /** Every reason for which the signature is refused; empty if it is valid. Does not cover trust in its certificate. */
  readonly faults: readonly (SignatureError | XmlError)[];
  /** Departures from the DGII's form that do not make it invalid. */
  readonly departures: readonly Departure[];
  /** Undefined if it is missing or cannot be read. */
  readonly certificate: X509Certificate | undefined;
  /** Base64 in one line; undefined if the document has none. */
  readonly signatureValue: string | undefined;
}

/**
 * Checks a signature like `verifyXml`, but returns all findings instead of the first refusal. It stores nothing and
 * does not judge trust in the certificate: it is for explaining a document, not for accepting it.
 *
 * @param input the document
 * @param root the same document, parsed
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
  // If no certificate's key made the signature, the first certificate that it states is shown.
  const [identity] = 'value' in signers ? signers.value : [certificateOf(certificates[0])];
  return { faults, departures, certificate: identity?.certificate, signatureValue };
}

function certificateOf(base64: string | undefined) {
  const identity = base64 === undefined ? undefined : caught(() => readIdentity(base64));
  return identity && 'value' in identity ? identity.value : undefined;
}

/** Returns the value or the refusal. Any other error is a bug and is thrown again. */
function caught<T>(read: () => T): { readonly value: T } | { readonly fault: SignatureError | XmlError } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof SignatureError || error instanceof XmlError) return { fault: error };
    throw error;
  }
}

/** The text of the first non-empty element with this name, in one line; undefined if there is none. */
function readBase64(element: XmlElement | undefined, local: string): string | undefined {
  for (const child of element?.children ?? []) {
    if (typeof child === 'string') continue;
    const text = child.local === local ? leafText(child) : readBase64(child, local);
    if (text !== undefined && text !== '') return text.replace(/[ \t\r\n]+/g, '');
  }
  return undefined;
}
