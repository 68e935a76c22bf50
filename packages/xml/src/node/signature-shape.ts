import { algorithms, canonicalForms, exclusiveNamespace, signatureNamespace } from '../algorithms.ts';
import { leafText, type XmlChild, type XmlElement } from '../element.ts';
import { SignatureError } from './signature-error.ts';

/** Departures from the DGII's form that do not make a signature invalid, with the text shown to the user. */
export const departures = {
  'forma-canonica': 'La firma usa una forma canónica válida, distinta de la que indica la DGII',
  transformacion: 'La referencia de la firma lleva una segunda transformación, además de la que indica la DGII',
  'varios-certificados': 'La firma incluye más de un certificado: la DGII indica uno, el del firmante',
  'datos-de-llave':
    'La firma lleva datos además del certificado (KeyValue, KeyName u otros), que no se toman en cuenta',
  identificador: 'La firma lleva un atributo Id, que la DGII no indica',
  comentarios: 'El documento lleva comentarios, que la firma no cubre',
} as const;

/** A departure from the DGII's form. */
export type Departure = keyof typeof departures;

/** Contents of a SignedInfo. */
interface SignedInfo {
  /** Base64 in one line. */
  readonly digest: string;
  /**
   * Canonical forms of SignedInfo and of the document: undefined for the inclusive form; otherwise the listed prefixes
   * of the exclusive form.
   */
  readonly own: readonly string[] | undefined;
  readonly document: readonly string[] | undefined;
}

/**
 * Reads a SignedInfo with one Reference to the whole document and sound algorithms.
 *
 * @param departed receives each departure from the DGII's form
 * @throws SignatureError for any other SignedInfo
 * @source XML Signature Syntax and Processing, §4.3
 */
export function readSignedInfo(signedInfo: XmlElement, departed: (departure: Departure) => void): SignedInfo {
  const parts = ['CanonicalizationMethod', 'SignatureMethod', 'Reference'] as const;
  const [canonicalization, method, reference] = childrenOf(signedInfo, parts, [], ['Id']);
  checkAlgorithm(method, algorithms.signature);
  if (!isPrescribed(canonicalization)) departed('forma-canonica');
  if (hasId(signedInfo) || hasId(reference)) departed('identificador');
  const { digest, second } = readReference(reference);
  if (second !== undefined) departed('transformacion');
  return { digest, own: readCanonicalForm(canonicalization), document: second && readCanonicalForm(second) };
}

/** Whether the element has an Id. */
export const hasId = (element: XmlElement): boolean => attributeOf(element, 'Id') !== undefined;

const isPrescribed = (method: XmlElement): boolean => attributeOf(method, 'Algorithm') === algorithms.canonicalization;

/**
 * Reads the digest of a Reference to the whole document, and its second transform.
 * @throws SignatureError for any other Reference
 */
export function readReference(reference: XmlElement): { digest: string; second: XmlElement | undefined } {
  const parts = ['Transforms', 'DigestMethod', 'DigestValue'] as const;
  const [transforms, digestMethod, digestValue] = childrenOf(reference, parts, ['URI'], ['Id']);
  if (attributeOf(reference, 'URI') !== '') throw new SignatureError('firma/referencia');
  const [transform, second, third] = elementsOf(transforms, ['Transform']);
  checkAttributes(transforms, []);
  if (transform === undefined || third !== undefined) throw new SignatureError('firma/estructura');
  checkAlgorithm(transform, algorithms.transform);
  checkAlgorithm(digestMethod, algorithms.digest);
  return { digest: base64Of(digestValue), second };
}

/** Maximum length of a list of prefixes: the maximum number of namespaces on an element. */
const mostPrefixes = 64;

/** Canonical form named by an element: undefined = inclusive; otherwise the listed prefixes of the exclusive form. */
function readCanonicalForm(method: XmlElement): readonly string[] | undefined {
  checkAttributes(method, ['Algorithm']);
  const form = canonicalForms.get(attributeOf(method, 'Algorithm') ?? '');
  if (form === undefined) throw new SignatureError('firma/algoritmo');
  const [listed, another] = elementsOf(method, form.isExclusive ? ['InclusiveNamespaces'] : [], exclusiveNamespace);
  if (!form.isExclusive) return undefined;
  if (listed === undefined) return [];
  childrenOf(listed, [], [], ['PrefixList']);
  const prefixes = (attributeOf(listed, 'PrefixList') ?? '').split(/[ \t\r\n]+/).filter((prefix) => prefix !== '');
  if (another !== undefined || prefixes.length > mostPrefixes) throw new SignatureError('firma/estructura');
  return prefixes.map((prefix) => (prefix === '#default' ? '' : prefix));
}

/** Certificate chains are shorter. The limit bounds the computation that an untrusted sender can cause. */
const mostCertificates = 8;

const keyData = ['KeyName', 'KeyValue', 'RetrievalMethod', 'X509Data', 'PGPData', 'SPKIData', 'MgmtData'] as const;
const x509Data = ['X509Certificate', 'X509SubjectName', 'X509IssuerSerial', 'X509SKI', 'X509CRL'] as const;

/** The data of a key in an element, without those of other namespaces, which XML-DSig allows beside its own. */
function dataIn(element: XmlElement, names: readonly string[]): { own: readonly XmlElement[]; hasOthers: boolean } {
  const isOther = (child: XmlChild) =>
    typeof child !== 'string' && child.namespace !== '' && child.namespace !== signatureNamespace;
  const children = element.children.filter((child) => !isOther(child));
  return { own: elementsOf({ ...element, children }, names), hasOthers: children.length < element.children.length };
}

/**
 * Reads the certificates of a KeyInfo: base64 in one line, in its order, each once. Other data of the key are not read,
 * and nothing is fetched.
 *
 * @throws SignatureError if it has none, too many, or something other than data of a key
 * @source XML Signature Syntax and Processing, §4.4
 */
export function readKeyInfo(keyInfo: XmlElement, departed: (departure: Departure) => void): readonly string[] {
  checkAttributes(keyInfo, [], ['Id']);
  if (hasId(keyInfo)) departed('identificador');
  const data = dataIn(keyInfo, keyData);
  let hasOthers = data.hasOthers;
  const entries = data.own.flatMap((each) => {
    if (each.local !== 'X509Data') return [each];
    checkAttributes(each, []);
    const inside = dataIn(each, x509Data);
    hasOthers ||= inside.hasOthers;
    return inside.own;
  });
  const certificates = new Set(
    entries.filter(({ local }) => local === 'X509Certificate').map((each) => base64Of(each)),
  );
  if (certificates.size === 0 || certificates.size > mostCertificates) throw new SignatureError('firma/estructura');
  if (certificates.size > 1) departed('varios-certificados');
  if (hasOthers || entries.some(({ local }) => local !== 'X509Certificate')) departed('datos-de-llave');
  return [...certificates];
}

/** @throws SignatureError if the element names another algorithm */
export function checkAlgorithm(element: XmlElement, expected: string): void {
  childrenOf(element, [], ['Algorithm']);
  if (attributeOf(element, 'Algorithm') !== expected) throw new SignatureError('firma/algoritmo');
}

/** The value of an attribute without a namespace. */
export const attributeOf = ({ attributes }: XmlElement, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;

/**
 * Returns an element's children, which must be exactly these, in order: the schema of XML-DSig states it. It must have
 * all of `attributes`, may have `optional`, and no others. Only blanks are allowed around the children.
 *
 * @throws SignatureError `firma/estructura`; `firma/orden` if they are these in another order
 */
export function childrenOf<const Names extends readonly string[]>(
  element: XmlElement,
  names: Names,
  attributes: readonly string[] = [],
  optional: readonly string[] = [],
  namespace: string = signatureNamespace,
): { [Key in keyof Names]: XmlElement } {
  const children = elementsOf(element, names, namespace);
  const isComplete = children.length === names.length && names.every((name) => children.some((c) => c.local === name));
  if (!isComplete) throw new SignatureError('firma/estructura');
  if (children.some((child, at) => child.local !== names[at])) throw new SignatureError('firma/orden');
  checkAttributes(element, attributes, optional);
  return children as { [Key in keyof Names]: XmlElement };
}

/** Returns the child elements, which must have one of these names. @throws SignatureError `firma/estructura` */
function elementsOf(element: XmlElement, names: readonly string[], namespace = signatureNamespace): XmlElement[] {
  const children: XmlElement[] = [];
  for (const child of element.children) {
    if (typeof child !== 'string') children.push(child);
    else if (!isBlank(child)) throw new SignatureError('firma/estructura');
  }
  if (!children.every((child) => names.includes(child.local) && child.namespace === namespace))
    throw new SignatureError('firma/estructura');
  return children;
}

function checkAttributes(element: XmlElement, required: readonly string[], optional: readonly string[] = []): void {
  const isKnown = element.attributes.every(({ name }) => required.includes(name) || optional.includes(name));
  const isComplete = required.every((name) => attributeOf(element, name) !== undefined);
  if (!isKnown || !isComplete) throw new SignatureError('firma/estructura');
}

/** Whether a text has only blanks. */
export const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

/** Base64 text of an element without child elements, in one line. */
export function base64Of(element: XmlElement, optional: readonly string[] = []): string {
  checkAttributes(element, [], optional);
  const text = leafText(element)?.replace(/[ \t\r\n]+/g, '');
  if (text === undefined) throw new SignatureError('firma/estructura');
  if (!isBase64(text)) throw new SignatureError('firma/base64');
  return text;
}

/** Whether a text is non-empty base64 in one line, in its only valid form for its octets. */
export const isBase64 = (text: string): boolean =>
  text !== '' && Buffer.from(text, 'base64').toString('base64') === text;
