import { createHash, createSign, X509Certificate } from 'node:crypto';
import { algorithms, canonicalize, readXml, signatureNamespace } from '../src/index.ts';
import type { TestIdentity } from './certificates.ts';

/** Parts of a signature that deviates from the DGII's profile. Each part defaults to the correct value. */
export interface LooseOptions {
  readonly canonicalization?: string;
  readonly method?: string;
  readonly methodContent?: string;
  readonly digest?: string;
  /** Node's name of a hash that replaces SHA-256. */
  readonly digestHash?: string;
  readonly signatureHash?: string;
  readonly referenceAttributes?: string;
  /** Content of `<Transforms>`; '' leaves the element out. */
  readonly transforms?: string;
  /** Replaces the whole list of references. */
  readonly references?: (reference: string) => string;
  readonly keyInfo?: (certificate: string) => string;
  /** Replaces RSA: the signature value for the text to sign. */
  readonly value?: (signedInfo: string) => string;
  /** Elements after KeyInfo. */
  readonly object?: string;
}

export const transform = (algorithm: string): string => `<Transform Algorithm="${algorithm}"></Transform>`;

export const certificateOf = ({ certificate }: TestIdentity): string =>
  new X509Certificate(certificate).raw.toString('base64');

/** Signs the canonical form of a document with custom parts. The signature is valid for the parts that it states. */
export function signLoosely(xml: string, identity: TestIdentity, options: LooseOptions = {}): string {
  const canonical = canonicalize(readXml(xml));
  const transforms = options.transforms ?? transform(algorithms.transform);
  const digestValue = createHash(options.digestHash ?? 'sha256')
    .update(canonical)
    .digest('base64');
  const reference =
    `<Reference ${options.referenceAttributes ?? 'URI=""'}>${transforms && `<Transforms>${transforms}</Transforms>`}` +
    `<DigestMethod Algorithm="${options.digest ?? algorithms.digest}"></DigestMethod>` +
    `<DigestValue>${digestValue}</DigestValue></Reference>`;
  const signedInfo =
    `<SignedInfo><CanonicalizationMethod Algorithm="${options.canonicalization ?? algorithms.canonicalization}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${options.method ?? algorithms.signature}">${options.methodContent ?? ''}</SignatureMethod>` +
    `${options.references?.(reference) ?? reference}</SignedInfo>`;
  const signed = canonicalize(
    readXml(signedInfo.replace('<SignedInfo>', `<SignedInfo xmlns="${signatureNamespace}">`)),
  );
  const value =
    options.value?.(signed) ??
    createSign(options.signatureHash ?? 'sha256')
      .update(signed)
      .sign(identity.key, 'base64');
  const certificate = certificateOf(identity);
  const keyInfo = options.keyInfo?.(certificate) ?? x509(certificate);
  const signature =
    `<Signature xmlns="${signatureNamespace}">${signedInfo}<SignatureValue>${value}</SignatureValue>` +
    `${keyInfo}${options.object ?? ''}</Signature>`;
  const end = canonical.lastIndexOf('</');
  return canonical.slice(0, end) + signature + canonical.slice(end);
}

/** A KeyInfo with these certificates in one X509Data. */
export const x509 = (...certificates: string[]): string =>
  `<KeyInfo><X509Data>${certificates.map((each) => `<X509Certificate>${each}</X509Certificate>`).join('')}</X509Data></KeyInfo>`;
