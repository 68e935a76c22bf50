import { createVerify, hash, type KeyObject, type X509Certificate } from 'node:crypto';
import { algorithms, signatureNamespace } from '../algorithms.ts';
import { canonicalize } from '../canonicalize.ts';
import { leafText, type XmlElement } from '../element.ts';
import { type ReadLimits, readXml } from '../read-xml.ts';
import { findSignatures, isSignature } from './find-signatures.ts';
import { codigoSeguridadOf } from './sign.ts';
import { SignatureError } from './signature-error.ts';
import { publicKeyOf, readCertificate } from './signer.ts';
import type { Trust } from './trust.ts';

/** What a signature vouches for. `element` was read from `canonical`, the very text that was digested. */
export interface Verified {
  /** The document's root, without its signature. */
  readonly element: XmlElement;
  readonly canonical: string;
  readonly certificate: X509Certificate;
  /** Base64 in one line. */
  readonly signatureValue: string;
  readonly codigoSeguridad: string;
}

/**
 * Checks a signed document against the one form of signature that the DGII prescribes, and nothing else:
 * one enveloped Signature, last child of the root, one Reference to the whole document, the pinned algorithms, one
 * certificate, RSA of 2048 bits or more, no comments. Read the document's data from the answer, never from the input.
 *
 * @param options `trust`: says whether the certificate may be believed (see `trustChain`); `limits`: other than the
 * reader's own, as notes of thousands of lines need
 * @throws XmlError when it cannot be read; SignatureError when the signature is refused
 * @source Firmado de e-CF; XML Signature Syntax and Processing
 */
export function verifyXml(
  input: string | Uint8Array,
  { trust, limits }: { trust: Trust; limits?: Partial<ReadLimits> },
): Verified {
  const root = readXml(input, { ...limits, comments: 'refuse' });
  const signature = soleSignature(root);
  const [signedInfo, value, keyInfo] = childrenOf(signature, ['SignedInfo', 'SignatureValue', 'KeyInfo']);
  const digest = readSignedInfo(signedInfo);
  const signatureValue = base64Of(value);
  const [x509Data] = childrenOf(keyInfo, ['X509Data']);
  const [x509Certificate] = childrenOf(x509Data, ['X509Certificate']);
  const { certificate, key } = certificateOf(base64Of(x509Certificate));

  const signed = canonicalize(signedInfo, { ancestors: [root, signature] });
  if (!createVerify('sha256').update(signed).verify(key, signatureValue, 'base64')) {
    throw new SignatureError('firma/no-corresponde');
  }
  const canonical = canonicalize(root, { omit: signature });
  if (hash('sha256', canonical, 'base64') !== digest) throw new SignatureError('firma/alterado');
  const verdict = trust(certificate);
  if (verdict !== 'trusted') throw new SignatureError(verdict);

  const element = readXml(canonical, { ...limits, size: Number.POSITIVE_INFINITY });
  return { element, canonical, certificate, signatureValue, codigoSeguridad: codigoSeguridadOf(signatureValue) };
}

function soleSignature(root: XmlElement): XmlElement {
  const [signature, ...others] = findSignatures(root);
  if (signature === undefined) throw new SignatureError('firma/falta');
  if (others.length > 0) throw new SignatureError('firma/varias');
  if (root.children.findLast((child) => typeof child !== 'string') !== signature)
    throw new SignatureError('firma/posicion');
  const after = root.children.at(-1);
  if (typeof after === 'string' && !isBlank(after)) throw new SignatureError('firma/posicion');
  if (!isSignature(signature)) throw new SignatureError('firma/falta');
  return signature;
}

/** The digest that SignedInfo declares, once everything else in it is as prescribed. */
function readSignedInfo(signedInfo: XmlElement): string {
  const [canonicalization, method, reference] = childrenOf(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  checkAlgorithm(canonicalization, algorithms.canonicalization);
  checkAlgorithm(method, algorithms.signature);
  const parts = ['Transforms', 'DigestMethod', 'DigestValue'] as const;
  const [transforms, digestMethod, digestValue] = childrenOf(reference, parts, ['URI']);
  if (reference.attributes[0]?.value !== '') throw new SignatureError('firma/referencia');
  const [transform] = childrenOf(transforms, ['Transform']);
  checkAlgorithm(transform, algorithms.transform);
  checkAlgorithm(digestMethod, algorithms.digest);
  return base64Of(digestValue);
}

function checkAlgorithm(element: XmlElement, expected: string): void {
  childrenOf(element, [], ['Algorithm']);
  if (element.attributes[0]?.value !== expected) throw new SignatureError('firma/algoritmo');
}

/** An element's children, which must be exactly these, in order, with nothing but blanks around; so must its attributes. */
function childrenOf<const Names extends readonly string[]>(
  element: XmlElement,
  names: Names,
  attributes: readonly string[] = [],
): { [Key in keyof Names]: XmlElement } {
  const children: XmlElement[] = [];
  for (const child of element.children) {
    if (typeof child !== 'string') children.push(child);
    else if (!isBlank(child)) throw new SignatureError('firma/estructura');
  }
  const asNamed = children.every((child, at) => child.local === names[at] && child.namespace === signatureNamespace);
  if (children.length !== names.length || !asNamed) throw new SignatureError('firma/estructura');
  checkAttributes(element, attributes);
  return children as { [Key in keyof Names]: XmlElement };
}

function checkAttributes({ attributes }: XmlElement, names: readonly string[]): void {
  const asNamed = attributes.every((attribute, at) => attribute.name === names[at]);
  if (attributes.length !== names.length || !asNamed) throw new SignatureError('firma/estructura');
}

const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

/** Base64 of an element that holds nothing else, in one line. */
function base64Of(element: XmlElement): string {
  checkAttributes(element, []);
  const text = leafText(element)?.replace(/[ \t\r\n]+/g, '');
  if (text === undefined) throw new SignatureError('firma/estructura');
  if (text === '' || Buffer.from(text, 'base64').toString('base64') !== text) throw new SignatureError('firma/base64');
  return text;
}

/** Certificates seen lately: an issuer sends many documents with the same one. */
const parsed = new Map<string, { certificate: X509Certificate; key: KeyObject }>();
const mostKept = 256;

function certificateOf(base64: string): { certificate: X509Certificate; key: KeyObject } {
  const known = parsed.get(base64);
  if (known !== undefined) return known;
  const certificate = readCertificate(Buffer.from(base64, 'base64'));
  // What follows the certificate in the same bytes is read by nobody.
  if (certificate.raw.toString('base64') !== base64) throw new SignatureError('firma/certificado');
  const key = publicKeyOf(certificate);
  if (parsed.size >= mostKept) parsed.clear();
  parsed.set(base64, { certificate, key });
  return { certificate, key };
}
