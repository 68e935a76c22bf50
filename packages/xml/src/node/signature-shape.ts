import { algorithms, canonicalForms, exclusiveNamespace, signatureNamespace } from '../algorithms.ts';
import { leafText, type XmlElement } from '../element.ts';
import { SignatureError } from './signature-error.ts';

/** How a signature departs from the DGII's form without being less valid, with what a person is told. */
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

/** What SignedInfo says. */
export interface SignedInfo {
  /** Base64 in one line. */
  readonly digest: string;
  /** The canonical forms, of SignedInfo and of the document: undefined = inclusive; else the listed prefixes of the exclusive one. */
  readonly own: readonly string[] | undefined;
  readonly document: readonly string[] | undefined;
}

/**
 * Reads a SignedInfo with one Reference to the whole document and sound algorithms.
 *
 * @param departed takes what departs from the DGII's form
 * @throws SignatureError for any other
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

/** Whether the element has an Id of its own. */
export const hasId = (element: XmlElement): boolean => attributeOf(element, 'Id') !== undefined;

const isPrescribed = (method: XmlElement): boolean => attributeOf(method, 'Algorithm') === algorithms.canonicalization;

/** The digest of a Reference to the whole document, and its second transform. @throws SignatureError where it is any other */
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

/** A list of prefixes is as long as the namespaces on an element may be, at most. */
const mostPrefixes = 64;

/** The canonical form that an element names: undefined = inclusive; else the listed prefixes of the exclusive one. */
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

/** A chain of certification is shorter; the limit bounds what an untrusted sender makes the server compute. */
const mostCertificates = 8;

const keyData = ['KeyName', 'KeyValue', 'X509Data'] as const;
const x509Data = ['X509Certificate', 'X509SubjectName', 'X509IssuerSerial', 'X509SKI', 'X509CRL'] as const;

/**
 * The certificates of a KeyInfo, base64 in one line, in its order, each once. Whatever else it says of the key is not read.
 *
 * @throws SignatureError where it has none, too many, or something that is no data of a key
 * @source XML Signature Syntax and Processing, §4.4
 */
export function readKeyInfo(keyInfo: XmlElement, departed: (departure: Departure) => void): readonly string[] {
  checkAttributes(keyInfo, [], ['Id']);
  if (hasId(keyInfo)) departed('identificador');
  const data = elementsOf(keyInfo, keyData);
  const said = data.flatMap((each) => {
    if (each.local !== 'X509Data') return [each];
    checkAttributes(each, []);
    return elementsOf(each, x509Data);
  });
  const found = new Set(said.filter(({ local }) => local === 'X509Certificate').map((each) => base64Of(each)));
  if (found.size === 0 || found.size > mostCertificates) throw new SignatureError('firma/estructura');
  if (found.size > 1) departed('varios-certificados');
  if (said.some(({ local }) => local !== 'X509Certificate')) departed('datos-de-llave');
  return [...found];
}

/** @throws SignatureError where the element names another algorithm */
export function checkAlgorithm(element: XmlElement, expected: string): void {
  childrenOf(element, [], ['Algorithm']);
  if (attributeOf(element, 'Algorithm') !== expected) throw new SignatureError('firma/algoritmo');
}

/** The value of an attribute without a namespace. */
export const attributeOf = ({ attributes }: XmlElement, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;

/**
 * An element's children, which must be exactly these, in order, and its attributes, which must be `attributes` and may be
 * `optional`; only blanks are allowed around the children.
 *
 * @throws SignatureError `firma/estructura`
 */
export function childrenOf<const Names extends readonly string[]>(
  element: XmlElement,
  names: Names,
  attributes: readonly string[] = [],
  optional: readonly string[] = [],
  namespace: string = signatureNamespace,
): { [Key in keyof Names]: XmlElement } {
  const children = elementsOf(element, names, namespace);
  const asNamed = children.every((child, at) => child.local === names[at]);
  if (children.length !== names.length || !asNamed) throw new SignatureError('firma/estructura');
  checkAttributes(element, attributes, optional);
  return children as { [Key in keyof Names]: XmlElement };
}

/** The child elements, each of which must have one of these names. @throws SignatureError `firma/estructura` */
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

/** Whether a text is nothing but blanks. */
export const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

/** Base64 text of an element without child elements, in one line. */
export function base64Of(element: XmlElement, optional: readonly string[] = []): string {
  checkAttributes(element, [], optional);
  const text = leafText(element)?.replace(/[ \t\r\n]+/g, '');
  if (text === undefined) throw new SignatureError('firma/estructura');
  if (!isBase64(text)) throw new SignatureError('firma/base64');
  return text;
}

/** Whether the text is the base64 of some octets, in one line: the one way of writing them. */
export const isBase64 = (text: string): boolean =>
  text !== '' && Buffer.from(text, 'base64').toString('base64') === text;
