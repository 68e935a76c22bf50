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

/** The signed data. `element` was parsed from `canonical`, the exact text that was digested. */
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
 * Verifies a signed document. Accepts only the one form of signature that the DGII prescribes:
 * one enveloped Signature, last child of the root, one Reference to the whole document, the prescribed algorithms, one
 * certificate, RSA of 2048 bits or more, no comments. Read the document's data from the result, never from the input.
 *
 * @param options `trust`: decides whether the certificate is trusted (see `trustChain`); `limits`: in place of the
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
  const encoded = base64Of(x509Certificate);
  const identity = trusted.get(encoded) ?? readIdentity(encoded);
  const { certificate, key } = identity;

  const signed = canonicalize(signedInfo, { ancestors: [root, signature] });
  if (!createVerify('sha256').update(signed).verify(key, signatureValue, 'base64')) {
    throw new SignatureError('firma/no-corresponde');
  }
  const canonical = canonicalize(root, { omit: signature });
  if (hash('sha256', canonical, 'base64') !== digest) throw new SignatureError('firma/alterado');
  const verdict = trust(certificate);
  if (verdict !== 'trusted') throw new SignatureError(verdict);
  remember(encoded, identity);

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

/** The digest in SignedInfo, after checking that everything else in it is as prescribed. */
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

/** An element's children and attributes, which must be exactly these, in order; only blanks are allowed around the children. */
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

/** Base64 text of an element without child elements, in one line. */
function base64Of(element: XmlElement): string {
  checkAttributes(element, []);
  const text = leafText(element)?.replace(/[ \t\r\n]+/g, '');
  if (text === undefined) throw new SignatureError('firma/estructura');
  if (text === '' || Buffer.from(text, 'base64').toString('base64') !== text) throw new SignatureError('firma/base64');
  return text;
}

interface Identity {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

/** A person's certificate takes one or two kilobytes; the limit bounds what an untrusted sender makes the server read and keep. */
const mostCertificateBytes = 16 * 1024;

/** Recently trusted certificates by their base64: an issuer sends many documents with the same certificate. */
const trusted = new Map<string, Identity>();
const mostKept = 256;

/** Caches a certificate only after its signature was valid and it was trusted, so that untrusted senders use no memory. */
function remember(base64: string, identity: Identity): void {
  if (trusted.has(base64)) return;
  if (trusted.size >= mostKept) trusted.clear();
  trusted.set(base64, identity);
}

function readIdentity(base64: string): Identity {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > mostCertificateBytes) throw new SignatureError('firma/certificado-grande');
  const certificate = readCertificate(bytes);
  // Refuses octets after the certificate, which would be ignored.
  if (!certificate.raw.equals(bytes)) throw new SignatureError('firma/certificado');
  return { certificate, key: publicKeyOf(certificate) };
}
