import { algorithms, signatureNamespace } from '../algorithms.ts';
import { canonicalize } from '../canonicalize.ts';
import { leafText, type XmlElement } from '../element.ts';
import { readXml } from '../read-xml.ts';
import { findSignatures, isSignature } from './find-signatures.ts';
import { SignatureError } from './signature-error.ts';

/** The parts of a signed document that verifying needs; the last three are base64 in one line. */
export interface SignedParts {
  /** The document without its signature, in canonical form: what was digested. */
  readonly canonical: string;
  /** SignedInfo in canonical form: what was signed. */
  readonly signedInfo: string;
  readonly digest: string;
  readonly signatureValue: string;
  readonly certificate: string;
}

/** Limits of a document to be verified. */
export interface VerifyLimits {
  /** Bytes, or UTF-16 units when the input is a string; its canonical form may not be longer either. */
  readonly size: number;
  /** Elements, attributes and CDATA sections. */
  readonly nodes: number;
}

/**
 * Takes a signed document apart, after checking that its signature has the one form that the DGII prescribes.
 *
 * @throws XmlError when it cannot be read; SignatureError when its signature is missing or has another form
 */
export function readParts(input: string | Uint8Array, limits: VerifyLimits): SignedParts {
  const root = readXml(input, { ...limits, comments: 'refuse' });
  const signature = soleSignature(root);
  const [info, value, keyInfo] = childrenOf(signature, ['SignedInfo', 'SignatureValue', 'KeyInfo']);
  const digest = readSignedInfo(info);
  const signatureValue = base64Of(value);
  const [x509Data] = childrenOf(keyInfo, ['X509Data']);
  const [x509Certificate] = childrenOf(x509Data, ['X509Certificate']);
  const certificate = base64Of(x509Certificate);
  const signedInfo = canonicalize(info, { ancestors: [root, signature] });
  return { canonical: canonicalize(root, { omit: signature }), signedInfo, digest, signatureValue, certificate };
}

/** The one signature of a document, its last element. @throws SignatureError */
export function soleSignature(root: XmlElement): XmlElement {
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
  return readReference(reference);
}

/** The digest of a Reference to the whole document. @throws SignatureError where it is any other */
export function readReference(reference: XmlElement): string {
  const parts = ['Transforms', 'DigestMethod', 'DigestValue'] as const;
  const [transforms, digestMethod, digestValue] = childrenOf(reference, parts, ['URI']);
  if (reference.attributes[0]?.value !== '') throw new SignatureError('firma/referencia');
  const [transform] = childrenOf(transforms, ['Transform']);
  checkAlgorithm(transform, algorithms.transform);
  checkAlgorithm(digestMethod, algorithms.digest);
  return base64Of(digestValue);
}

/** @throws SignatureError where the element names another algorithm */
export function checkAlgorithm(element: XmlElement, expected: string): void {
  childrenOf(element, [], ['Algorithm']);
  if (element.attributes[0]?.value !== expected) throw new SignatureError('firma/algoritmo');
}

/**
 * An element's children and attributes, which must be exactly these, in order; only blanks are allowed around the children.
 *
 * @throws SignatureError `firma/estructura`
 */
export function childrenOf<const Names extends readonly string[]>(
  element: XmlElement,
  names: Names,
  attributes: readonly string[] = [],
  namespace: string = signatureNamespace,
): { [Key in keyof Names]: XmlElement } {
  const children: XmlElement[] = [];
  for (const child of element.children) {
    if (typeof child !== 'string') children.push(child);
    else if (!isBlank(child)) throw new SignatureError('firma/estructura');
  }
  const asNamed = children.every((child, at) => child.local === names[at] && child.namespace === namespace);
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
export function base64Of(element: XmlElement): string {
  checkAttributes(element, []);
  const text = leafText(element)?.replace(/[ \t\r\n]+/g, '');
  if (text === undefined) throw new SignatureError('firma/estructura');
  if (!isBase64(text)) throw new SignatureError('firma/base64');
  return text;
}

/** Whether the text is the base64 of some octets, in one line: the one way of writing them. */
export const isBase64 = (text: string): boolean =>
  text !== '' && Buffer.from(text, 'base64').toString('base64') === text;
