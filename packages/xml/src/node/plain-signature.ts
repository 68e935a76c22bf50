import { algorithms, signatureNamespace } from '../algorithms.ts';
import { countPlainElements } from '../plain.ts';
import { decode, skipBlanks } from '../source.ts';
import { isBase64 } from './signature-shape.ts';
import type { SignedParts, VerifyLimits } from './signed-parts.ts';

/**
 * SignedInfo in canonical form, without its beginning: its name, its namespaces and the attributes that it inherits.
 */
export const restOfSignedInfo = (digest: string): string =>
  `><CanonicalizationMethod Algorithm="${algorithms.canonicalization}"></CanonicalizationMethod>` +
  `<SignatureMethod Algorithm="${algorithms.signature}"></SignatureMethod>` +
  `<Reference URI=""><Transforms><Transform Algorithm="${algorithms.transform}"></Transform></Transforms>` +
  `<DigestMethod Algorithm="${algorithms.digest}"></DigestMethod>` +
  `<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`;

const literally = (text: string): string => text.replaceAll('.', '\\.');
/** An empty element in canonical form, or as .NET writes it. */
const method = (name: string, algorithm: string): string =>
  `<${name} Algorithm="${literally(algorithm)}"(?:></${name}>| ?/>)`;
const value = '([A-Za-z0-9+/=]+)';
/** A Signature in the prescribed form, without blanks or prefixes, and the end of the document. */
const plainSignature = new RegExp(
  [
    `<Signature xmlns="${literally(signatureNamespace)}"><SignedInfo>`,
    method('CanonicalizationMethod', algorithms.canonicalization),
    method('SignatureMethod', algorithms.signature),
    `<Reference URI=""><Transforms>${method('Transform', algorithms.transform)}</Transforms>`,
    `${method('DigestMethod', algorithms.digest)}<DigestValue>${value}</DigestValue></Reference></SignedInfo>`,
    `<SignatureValue>${value}</SignatureValue>`,
    `<KeyInfo><X509Data><X509Certificate>${value}</X509Certificate></X509Data></KeyInfo></Signature>`,
    '(</[^<>]+>)[ \\t\\n]*$',
  ].join(''),
  'y',
);
/** Number of nodes of such a signature: 14 elements, 5 attributes and a namespace. */
const signatureNodes = 20;

const declaration = /^<\?xml version="1\.0"(?: encoding="(?:utf-8|UTF-8)")?\?>/;

/**
 * Splits a signed document in the plain form of nearly all documents: in canonical form, and its signature without
 * blanks or prefixes. The parts are slices of its text, and nothing is parsed.
 *
 * @returns the same as `readParts`; undefined for any other document, which `readParts` must read or refuse
 */
export function readPlainParts(input: string | Uint8Array, { size, nodes }: VerifyLimits): SignedParts | undefined {
  if (input.length > size) return undefined;
  const text = decode(input);
  const start = skipBlanks(text, declaration.exec(text)?.[0].length ?? 0);
  const at = text.lastIndexOf('<Signature ');
  if (at < start) return undefined;
  plainSignature.lastIndex = at;
  const [, digest, signatureValue, certificate, closing] = plainSignature.exec(text) ?? [];
  if (digest === undefined || signatureValue === undefined || certificate === undefined) return undefined;
  if (![digest, signatureValue, certificate].every(isBase64)) return undefined;
  const canonical = text.slice(start, at) + closing;
  const elements = countPlainElements(canonical, 'Signature');
  if (elements === undefined || elements + signatureNodes > nodes) return undefined;
  const signedInfo = `<SignedInfo xmlns="${signatureNamespace}"${restOfSignedInfo(digest)}`;
  return { canonical, signedInfo, digest, signatureValue, certificates: [certificate], departures: [] };
}
