/**
 * Object identifiers of a CMS signature, by their names in the standards.
 * @source RFC 5652, RFC 5035, RFC 5754, RFC 8017
 */
export const ids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha256WithRSA: '1.2.840.113549.1.1.11',
} as const;

export type Digest = 'sha256' | 'sha384' | 'sha512';

/** Digests that are verified. SHA-1 and MD5 have collisions. */
export const digests: Readonly<Record<string, Digest>> = {
  [ids.sha256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

export type Padding = 'pkcs1' | 'pss' | 'ecdsa';

/** Signature algorithms that are verified: the padding of the digest, and the digest if the algorithm fixes it. */
export const algorithms: Readonly<Record<string, { readonly padding: Padding; readonly digest?: Digest }>> = {
  '1.2.840.113549.1.1.1': { padding: 'pkcs1' },
  [ids.sha256WithRSA]: { padding: 'pkcs1', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { padding: 'pkcs1', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { padding: 'pkcs1', digest: 'sha512' },
  '1.2.840.113549.1.1.10': { padding: 'pss' },
  '1.2.840.10045.4.3.2': { padding: 'ecdsa', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { padding: 'ecdsa', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { padding: 'ecdsa', digest: 'sha512' },
};
