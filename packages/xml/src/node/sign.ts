import { hash, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { signatureNamespace } from '../algorithms.ts';
import { canonicalize } from '../canonicalize.ts';
import { dropWhitespace, type XmlElement } from '../element.ts';
import { type ReadLimits, readXml } from '../read-xml.ts';
import { findSignatures, isSignature } from './find-signatures.ts';
import { restOfSignedInfo } from './plain-signature.ts';
import { SignatureError } from './signature-error.ts';
import type { Signer } from './signer.ts';

/** A signed document, exactly as it must be sent. `signatureValue` is base64 in one line. */
export interface Signed {
  readonly xml: string;
  readonly signatureValue: string;
  readonly codigoSeguridad: string;
}

export const declaration = '<?xml version="1.0" encoding="utf-8"?>';

/** The first six characters of the signature's value. @source Informe técnico e-CF, §17 */
export const codigoSeguridadOf = (signatureValue: string): string => signatureValue.slice(0, 6);

/**
 * Signs a document that is already in canonical form (as `canonicalize` and the e-CF writer produce it: no XML
 * declaration), off the main thread. Checks the signature with the certificate's key before returning it: a hardware
 * fault must not waste a number, nor release a faulty signature, from which the private key could be computed.
 *
 * @throws SignatureError `firma/no-canonico` if the text is obviously not canonical; other deviations are not
 * detected, and result in a signature that does not verify; `firma/fallida` if the check fails
 * @source Firmado de e-CF; Descripción técnica, p. 60
 */
export async function signCanonical(xml: string, signer: Signer): Promise<Signed> {
  const { signedInfo, body } = prepare(xml);
  const bytes = Buffer.from(signedInfo);
  const value = await signOnPool('sha256', bytes, signer.key);
  if (!verify('sha256', bytes, signer.publicKey, value)) throw new SignatureError('firma/fallida');
  return finish(xml, body, value.toString('base64'), signer);
}

/**
 * Signs any document: parses it, drops comments and the blanks between elements, canonicalises and signs.
 *
 * @param options `stripSignature`: remove an existing signature (otherwise it is refused); `limits`: replace those of
 * the reader
 * @throws XmlError if it cannot be read; SignatureError `firma/ya-firmado`
 */
export async function signXml(
  input: string | Uint8Array,
  signer: Signer,
  { stripSignature = false, limits = {} }: { stripSignature?: boolean; limits?: Partial<ReadLimits> } = {},
): Promise<Signed> {
  return signCanonical(canonicalToSign(readXml(input, limits), stripSignature), signer);
}

/**
 * The text of a parsed document that {@link signXml} would sign.
 *
 * @throws SignatureError `firma/ya-firmado`
 */
export function canonicalToSign(read: XmlElement, stripSignature = false): string {
  const children = stripSignature ? read.children.filter((child) => !isSignature(child)) : read.children;
  const root: XmlElement = { ...read, children };
  if (findSignatures(root).length > 0) throw new SignatureError('firma/ya-firmado');
  return canonicalize(dropWhitespace(root));
}

const signOnPool = promisify(sign);

/** A tag in canonical form up to its `>`; attribute values may contain an unescaped `>`. */
export const openingTag = /^<(?:[^">]|"[^"]*")*/;

/**
 * SignedInfo in its canonical form within the document, and the same text without its name, its namespaces and the
 * attributes that it inherits.
 */
function prepare(xml: string): { signedInfo: string; body: string } {
  if (!/^<[^?!/]/.test(xml) || !xml.endsWith('>') || xml.endsWith('/>')) throw new SignatureError('firma/no-canonico');
  const body = restOfSignedInfo(hash('sha256', xml, 'base64'));
  const [rootTag] = openingTag.exec(xml) ?? [''];
  const opening = rootTag.includes(' ') ? inheritingTag(rootTag) : `<SignedInfo xmlns="${signatureNamespace}"`;
  return { signedInfo: opening + body, body };
}

/** The canonical start tag of SignedInfo under a root that has namespaces or `xml:` attributes to inherit. */
function inheritingTag(rootTag: string): string {
  const root = readXml(`${rootTag}/>`);
  const signature = readXml(`<Signature xmlns="${signatureNamespace}"><SignedInfo/></Signature>`);
  const signedInfo = signature.children[0] as XmlElement;
  return canonicalize(signedInfo, { ancestors: [root, signature] }).replace('></SignedInfo>', '');
}

function finish(xml: string, body: string, signatureValue: string, { certificate }: Signer): Signed {
  const end = xml.lastIndexOf('</');
  const signature =
    `<Signature xmlns="${signatureNamespace}"><SignedInfo${body}<SignatureValue>${signatureValue}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></Signature>`;
  return {
    xml: declaration + xml.slice(0, end) + signature + xml.slice(end),
    signatureValue,
    codigoSeguridad: codigoSeguridadOf(signatureValue),
  };
}
