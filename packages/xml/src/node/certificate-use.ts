import type { X509Certificate } from 'node:crypto';
import { type Ber, inside, octetsOf, oidOf, readBer } from './ber.ts';
import { SignatureError } from './signature-error.ts';

/** Uses of its key that the extensions of a certificate allow. */
export interface CertificateUse {
  /** Whether it may issue other certificates. */
  readonly isAuthority: boolean;
  /** Maximum number of authorities between it and the last certificate; undefined = any number. */
  readonly pathLength: number | undefined;
  /** Names of RFC 5280; undefined if the certificate does not restrict them. */
  readonly keyUsage: ReadonlySet<KeyUsage> | undefined;
  /** Object identifiers; undefined if the certificate does not restrict them. */
  readonly extendedKeyUsage: readonly string[] | undefined;
  /** Critical extensions that this code does not process: a certificate with one of them must be refused. */
  readonly unknownCritical: readonly string[];
  /** Object identifier of the algorithm of the signature on it. */
  readonly signedWith: string;
}

/** In the order of their bits. @source RFC 5280, §4.2.1.3 */
const keyUsages = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;
type KeyUsage = (typeof keyUsages)[number];

const extensionIds = {
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
} as const;

/** Extensions that do not restrict signing, critical or not: alternative names, policies. */
const harmless: readonly string[] = ['2.5.29.17', '2.5.29.18', '2.5.29.32'];
const processed: readonly string[] = [...Object.values(extensionIds), ...harmless];

/**
 * SHA-256, -384 and -512 with RSA or ECDSA, and Ed25519. MD5 and SHA-1 have collisions.
 * @source RFC 8017; RFC 5758; RFC 8410
 */
const soundAlgorithms: readonly string[] = [
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
  '1.3.101.112',
];

/**
 * Permitted purposes of a person's signing certificate.
 * @source RFC 5280, §4.2.1.12; RFC 9336; vendors' own for documents
 */
const signingPurposes: readonly string[] = [
  '2.5.29.37.0', // any
  '1.3.6.1.5.5.7.3.2', // client authentication
  '1.3.6.1.5.5.7.3.4', // e-mail protection
  '1.3.6.1.5.5.7.3.36', // document signing
  '1.3.6.1.4.1.311.10.3.12', // document signing, Microsoft
  '1.2.840.113583.1.1.5', // authentic documents, Adobe
];

/**
 * Reads the permitted uses of a certificate.
 *
 * @throws SignatureError `firma/certificado` if its extensions cannot be read
 * @source RFC 5280, §4.1 and §4.2
 */
export function readCertificateUse(certificate: X509Certificate): CertificateUse {
  const known = uses.get(certificate);
  if (known !== undefined) return known;
  try {
    const use = parseUse(certificate.raw);
    uses.set(certificate, use);
    return use;
  } catch (cause) {
    throw new SignatureError('firma/certificado', cause);
  }
}

/** Cache. All documents of an issuer share one certificate object. */
const uses = new WeakMap<X509Certificate, CertificateUse>();

/**
 * Whether a certificate may sign documents: it is not an authority's, it is allowed to sign, and it has no unknown
 * critical extensions.
 */
export const maySignDocuments = ({ isAuthority, keyUsage, extendedKeyUsage, unknownCritical }: CertificateUse) =>
  !isAuthority &&
  unknownCritical.length === 0 &&
  (keyUsage === undefined || keyUsage.has('digitalSignature') || keyUsage.has('nonRepudiation')) &&
  (extendedKeyUsage === undefined || extendedKeyUsage.some((purpose) => signingPurposes.includes(purpose)));

/** Whether a certificate may issue others, with `below` authorities between it and the last certificate. */
export const mayIssue = ({ isAuthority, pathLength, keyUsage, unknownCritical }: CertificateUse, below: number) =>
  isAuthority &&
  unknownCritical.length === 0 &&
  (keyUsage === undefined || keyUsage.has('keyCertSign')) &&
  (pathLength === undefined || pathLength >= below);

/** Whether the signature on a certificate uses an algorithm without known collisions. */
export const isSoundlySigned = ({ signedWith }: CertificateUse): boolean => soundAlgorithms.includes(signedWith);

const context3 = 0xa3;
const tags = { boolean: 0x01, bits: 0x03 } as const;

function parseUse(der: Buffer): CertificateUse {
  const [certified, algorithm] = inside(readBer(der));
  const extensions = new Map<string, { readonly critical: boolean; readonly value: Buffer }>();
  for (const extension of inside(inside(certified).find(({ tag }) => tag === context3) ?? none, context3)) {
    for (const entry of inside(extension)) {
      const [id, ...rest] = inside(entry);
      const critical = rest[0]?.tag === tags.boolean && rest[0].content[0] !== 0;
      const name = oidOf(id);
      // A repeated extension could be read in two ways.
      if (extensions.has(name)) throw new Error(`extension ${name} stands twice`);
      extensions.set(name, { critical, value: octetsOf(rest.at(-1)) });
    }
  }
  const contentOf = (name: keyof typeof extensionIds): Ber | undefined => {
    const extension = extensions.get(extensionIds[name]);
    return extension && readBer(extension.value);
  };
  const constraints = contentOf('basicConstraints');
  const usage = contentOf('keyUsage');
  const purposes = contentOf('extendedKeyUsage');
  const [authority, pathLength] = constraints === undefined ? [] : inside(constraints);
  const isAuthority = authority?.tag === tags.boolean && authority.content[0] !== 0;
  return {
    isAuthority,
    pathLength:
      isAuthority && pathLength !== undefined ? pathLength.content.readUIntBE(0, pathLength.content.length) : undefined,
    keyUsage: usage && bitsOf(usage),
    extendedKeyUsage: purposes && inside(purposes).map(oidOf),
    unknownCritical: [...extensions]
      .filter(([id, { critical }]) => critical && !processed.includes(id))
      .map(([id]) => id),
    signedWith: oidOf(inside(algorithm)[0]),
  };
}

/** Replaces the extensions of a certificate without any, such as one of version 1. */
const none: Ber = { tag: context3, encoded: Buffer.alloc(0), content: Buffer.alloc(0), children: [] };

function bitsOf({ tag, content }: Ber): ReadonlySet<KeyUsage> {
  if (tag !== tags.bits) throw new Error('keyUsage is no bit string');
  const octets = content.subarray(1);
  return new Set(keyUsages.filter((_, bit) => ((octets[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0));
}
