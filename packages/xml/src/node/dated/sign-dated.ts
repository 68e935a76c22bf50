import { createHash, hash, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { algorithms, signatureNamespace, signedPropertiesType, xadesNamespace } from '../../algorithms.ts';
import { canonicalize } from '../../canonicalize.ts';
import type { XmlElement } from '../../element.ts';
import { readXml } from '../../read-xml.ts';
import { declaration, openingTag } from '../sign.ts';
import { SignatureError } from '../signature-error.ts';
import type { Signer } from '../signer.ts';

/**
 * Signs a document in canonical form, with the time of signing. It is the DGII's form of signature with a second
 * reference, to properties with the time and the certificate (XAdES-BES). The DGII does not accept this form: it is for
 * documents that are not for the DGII.
 *
 * @returns the signed document
 * @throws SignatureError `firma/fallida`
 * @source ETSI EN 319 132-1, §5.2.1 (SigningTime) and §5.2.2 (SigningCertificateV2)
 */
export async function signDated(canonical: string, signer: Signer, at: Date): Promise<string> {
  const digest = hash('sha256', canonical, 'base64');
  // An Id that the document does not have.
  const id = `firma-${createHash('sha256').update(digest).digest('hex').slice(0, 24)}`;
  const object = propertiesOf(id, signer, at);
  const [rootTag = ''] = openingTag.exec(canonical) ?? [];
  const end = canonical.lastIndexOf('</');
  const within = (inner: string) =>
    `<Signature xmlns="${signatureNamespace}" Id="${id}">${inner}${keyInfoOf(signer)}${object}</Signature>`;
  const canonicalOf = (inner: string, path: readonly string[]): string => {
    const elements = [readXml(`${rootTag}>${within(inner)}${canonical.slice(end)}`)];
    for (const local of ['Signature', ...path]) elements.push(childOf(elements.at(-1)!, local));
    return canonicalize(elements.at(-1)!, { ancestors: elements.slice(0, -1) });
  };

  const properties = canonicalOf('', ['Object', 'QualifyingProperties', 'SignedProperties']);
  const signedInfo = signedInfoOf(id, digest, hash('sha256', properties, 'base64'));
  const bytes = Buffer.from(canonicalOf(signedInfo, ['SignedInfo']));
  const value = await signOnPool('sha256', bytes, signer.key);
  if (!verify('sha256', bytes, signer.publicKey, value)) throw new SignatureError('firma/fallida');
  const signature = within(`${signedInfo}<SignatureValue>${value.toString('base64')}</SignatureValue>`);
  return declaration + canonical.slice(0, end) + signature + canonical.slice(end);
}

const signOnPool = promisify(sign);

/** A child that is known to exist. */
const childOf = (element: XmlElement, name: string): XmlElement =>
  element.children.find((child): child is XmlElement => typeof child !== 'string' && child.local === name)!;

const empty = (name: string, algorithm: string): string => `<${name} Algorithm="${algorithm}"></${name}>`;

const signedInfoOf = (id: string, digest: string, propertiesDigest: string): string =>
  `<SignedInfo>${empty('CanonicalizationMethod', algorithms.canonicalization)}` +
  `${empty('SignatureMethod', algorithms.signature)}` +
  `<Reference URI=""><Transforms>${empty('Transform', algorithms.transform)}</Transforms>` +
  `${empty('DigestMethod', algorithms.digest)}<DigestValue>${digest}</DigestValue></Reference>` +
  `<Reference Type="${signedPropertiesType}" URI="#${id}-propiedades">${empty('DigestMethod', algorithms.digest)}` +
  `<DigestValue>${propertiesDigest}</DigestValue></Reference></SignedInfo>`;

const keyInfoOf = ({ certificate }: Signer): string =>
  `<KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo>`;

function propertiesOf(id: string, { certificate }: Signer, at: Date): string {
  const certificateDigest = hash('sha256', Buffer.from(certificate, 'base64'), 'base64');
  return (
    `<Object><xades:QualifyingProperties xmlns:xades="${xadesNamespace}" Target="#${id}">` +
    `<xades:SignedProperties Id="${id}-propiedades"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>${at.toISOString().replace(/\.\d+/, '')}</xades:SigningTime>` +
    `<xades:SigningCertificateV2><xades:Cert><xades:CertDigest>${empty('DigestMethod', algorithms.digest)}` +
    `<DigestValue>${certificateDigest}</DigestValue></xades:CertDigest></xades:Cert></xades:SigningCertificateV2>` +
    '</xades:SignedSignatureProperties></xades:SignedProperties></xades:QualifyingProperties></Object>'
  );
}
