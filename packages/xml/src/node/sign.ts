import { hash, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { algorithms, signatureNamespace } from '../algorithms.ts';
import { canonicalize } from '../canonicalize.ts';
import { dropWhitespace, type XmlElement } from '../element.ts';
import { type ReadLimits, readXml } from '../read-xml.ts';
import { findSignatures, isSignature } from './find-signatures.ts';
import { SignatureError } from './signature-error.ts';
import type { Signer } from './signer.ts';

/** A signed document as it is to be sent, byte for byte. `signatureValue` is base64 in one line. */
export interface Signed {
  readonly xml: string;
  readonly signatureValue: string;
  readonly codigoSeguridad: string;
}

const declaration = '<?xml version="1.0" encoding="utf-8"?>';

/** The first six characters of the signature's value. @source Informe técnico e-CF, §17 */
export const codigoSeguridadOf = (signatureValue: string): string => signatureValue.slice(0, 6);

/**
 * Signs a document that is already in canonical form (as `canonicalize` and the e-CF writer give it: no XML
 * declaration), off the main thread, and checks the signature with the certificate's key before giving it: a faulty
 * machine must not put a number to waste, nor let out a signature from which the key could be worked out.
 *
 * @throws SignatureError `firma/no-canonico` when the text plainly is not; other departures from canonical form are
 * not looked for, and give a signature that does not verify; `firma/fallida` when the check fails
 * @source Firmado de e-CF; Descripción técnica, p. 60
 */
export async function signCanonical(xml: string, signer: Signer): Promise<Signed> {
  const { signedInfo, body } = prepare(xml);
  const bytes = Buffer.from(signedInfo);
  const value = await signOnPool('sha256', bytes, signer.key);
  if (!verify('sha256', bytes, signer.publicKey, value)) throw new SignatureError('firma/fallida');
  return finish(xml, body, value.toString('base64'), signer);
}

/** Like `signCanonical`, on the calling thread. */
export function signCanonicalSync(xml: string, signer: Signer): Signed {
  const { signedInfo, body } = prepare(xml);
  return finish(xml, body, sign('sha256', Buffer.from(signedInfo), signer.key).toString('base64'), signer);
}

/**
 * Signs any document: reads it, drops the blanks between elements and the comments, canonicalises and signs.
 *
 * @param options `stripSignature`: take away the signature it already has (else it is refused); `limits`: other than the
 * reader's own
 * @throws XmlError when it cannot be read; SignatureError `firma/ya-firmado`
 */
export async function signXml(
  input: string | Uint8Array,
  signer: Signer,
  { stripSignature = false, limits = {} }: { stripSignature?: boolean; limits?: Partial<ReadLimits> } = {},
): Promise<Signed> {
  const read = readXml(input, limits);
  const children = stripSignature ? read.children.filter((child) => !isSignature(child)) : read.children;
  const root: XmlElement = { ...read, children };
  if (findSignatures(root).length > 0) throw new SignatureError('firma/ya-firmado');
  return signCanonical(canonicalize(dropWhitespace(root)), signer);
}

const signOnPool = promisify(sign);

/** A tag in canonical form up to its `>`, which may stand bare inside its attributes. */
const openingTag = /^<(?:[^">]|"[^"]*")*/;

/** The text to sign, canonical in its place within the document, and the same without what it inherits there. */
function prepare(xml: string): { signedInfo: string; body: string } {
  if (!/^<[^?!/]/.test(xml) || !xml.endsWith('>') || xml.endsWith('/>')) throw new SignatureError('firma/no-canonico');
  const body =
    `><CanonicalizationMethod Algorithm="${algorithms.canonicalization}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${algorithms.signature}"></SignatureMethod>` +
    `<Reference URI=""><Transforms><Transform Algorithm="${algorithms.transform}"></Transform></Transforms>` +
    `<DigestMethod Algorithm="${algorithms.digest}"></DigestMethod>` +
    `<DigestValue>${hash('sha256', xml, 'base64')}</DigestValue></Reference></SignedInfo>`;
  const [rootTag] = openingTag.exec(xml) ?? [''];
  const opening = rootTag.includes(' ') ? inheritingTag(rootTag) : `<SignedInfo xmlns="${signatureNamespace}"`;
  return { signedInfo: opening + body, body };
}

/** The canonical opening of SignedInfo under a root that has namespaces or `xml:` attributes to hand down. */
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
