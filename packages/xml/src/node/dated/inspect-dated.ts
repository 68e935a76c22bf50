import { createVerify, hash, type X509Certificate } from 'node:crypto';
import { algorithms, signedPropertiesType, xadesNamespace } from '../../algorithms.ts';
import { canonicalize } from '../../canonicalize.ts';
import { leafText, type XmlElement } from '../../element.ts';
import { readXml } from '../../read-xml.ts';
import { SignatureError } from '../signature-error.ts';
import { attributeOf, base64Of, checkAlgorithm, childrenOf, readReference } from '../signature-shape.ts';
import { soleSignature, type VerifyLimits } from '../signed-parts.ts';
import { readIdentity } from '../verify.ts';

/** Contents of a signature with a signing time, valid or not. */
export interface InspectedDated {
  /** Every reason for which it is refused; empty if it is valid. */
  readonly faults: readonly SignatureError[];
  readonly certificate: X509Certificate;
  /** Undefined if the stated time is invalid. */
  readonly signingTime: Date | undefined;
}

/**
 * Checks a signature with the time of signing, in the only form that `signDated` writes. It does not judge trust in the
 * certificate.
 *
 * @returns undefined for a document without a signature of this form
 * @throws SignatureError for a signature that has part of this form and departs from it; XmlError
 * @source ETSI EN 319 132-1; XML Signature Syntax and Processing
 */
export function inspectDated(input: string | Uint8Array, limits: VerifyLimits): InspectedDated | undefined {
  const root = readXml(input, { ...limits, comments: 'refuse' });
  const signature = soleSignature(root);
  if (!signature.children.some((child) => typeof child !== 'string' && child.local === 'Object')) return undefined;
  const parts = ['SignedInfo', 'SignatureValue', 'KeyInfo', 'Object'] as const;
  const [info, value, keyInfo, object] = childrenOf(signature, parts, ['Id']);
  const [x509Data] = childrenOf(keyInfo, ['X509Data']);
  const [x509Certificate] = childrenOf(x509Data, ['X509Certificate']);
  const [qualifying] = childrenOf(object, ['QualifyingProperties'], [], [], xadesNamespace);
  const [properties] = childrenOf(qualifying, ['SignedProperties'], ['Target'], [], xadesNamespace);
  const { digest, propertiesDigest } = readInfo(info, properties);
  const { signingTime, certificateDigest } = readProperties(properties);
  // The reference names the properties by their Id. It would be ambiguous if another element had the same Id.
  if (countId(root, idOf(properties)) !== 1) throw new SignatureError('firma/referencia');

  const { certificate, key } = readIdentity(base64Of(x509Certificate));
  const signed = canonicalize(info, { ancestors: [root, signature] });
  const covered = canonicalize(properties, { ancestors: [root, signature, object, qualifying] });
  const isWhole =
    hash('sha256', canonicalize(root, { omit: signature }), 'base64') === digest &&
    hash('sha256', covered, 'base64') === propertiesDigest;
  const faults: SignatureError[] = [];
  if (!createVerify('sha256').update(signed).verify(key, base64Of(value), 'base64'))
    faults.push(new SignatureError('firma/no-corresponde'));
  if (!isWhole) faults.push(new SignatureError('firma/alterado'));
  if (hash('sha256', certificate.raw, 'base64') !== certificateDigest)
    faults.push(new SignatureError('firma/certificado'));
  return { faults, certificate, signingTime };
}

function readInfo(info: XmlElement, properties: XmlElement) {
  const parts = ['CanonicalizationMethod', 'SignatureMethod', 'Reference', 'Reference'] as const;
  const [canonicalization, method, toDocument, toProperties] = childrenOf(info, parts);
  checkAlgorithm(canonicalization, algorithms.canonicalization);
  checkAlgorithm(method, algorithms.signature);
  const [digestMethod, digestValue] = childrenOf(toProperties, ['DigestMethod', 'DigestValue'], ['Type', 'URI']);
  const isOfProperties = attributeOf(toProperties, 'Type') === signedPropertiesType;
  if (!isOfProperties || attributeOf(toProperties, 'URI') !== `#${idOf(properties)}`)
    throw new SignatureError('firma/referencia');
  checkAlgorithm(digestMethod, algorithms.digest);
  const { digest, second } = readReference(toDocument);
  if (second !== undefined) throw new SignatureError('firma/estructura');
  return { digest, propertiesDigest: base64Of(digestValue) };
}

function readProperties(properties: XmlElement) {
  const [ofSignature] = childrenOf(properties, ['SignedSignatureProperties'], ['Id'], [], xadesNamespace);
  const [time, certificates] = childrenOf(ofSignature, ['SigningTime', 'SigningCertificateV2'], [], [], xadesNamespace);
  const [cert] = childrenOf(certificates, ['Cert'], [], [], xadesNamespace);
  const [certDigest] = childrenOf(cert, ['CertDigest'], [], [], xadesNamespace);
  const [digestMethod, digestValue] = childrenOf(certDigest, ['DigestMethod', 'DigestValue']);
  checkAlgorithm(digestMethod, algorithms.digest);
  const at = new Date(leafText(time) ?? '');
  return { signingTime: Number.isNaN(at.getTime()) ? undefined : at, certificateDigest: base64Of(digestValue) };
}

const idOf = (element: XmlElement): string => attributeOf(element, 'Id') ?? '';

/** Number of elements with this Id, in any spelling of the attribute's name. */
function countId(element: XmlElement, id: string): number {
  const own = element.attributes.some(({ name, value }) => /^(?:.+:)?id$/i.test(name) && value === id) ? 1 : 0;
  return element.children.reduce((sum, child) => (typeof child === 'string' ? sum : sum + countId(child, id)), own);
}
