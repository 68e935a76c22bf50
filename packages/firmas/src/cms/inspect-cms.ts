import { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { type Ber, inside, octetsOf, oidOf, readBer } from '@timbre/xml/node';
import { tag } from '../der.ts';
import { algorithms, type Digest, digests, ids, type Padding } from './names.ts';
import { issuerAndSerial, withTag } from './sign-cms.ts';

/** Reasons for which a signature is invalid or cannot be checked, with the text shown to the user. */
export const cmsFaults = {
  danada: 'La firma está dañada o no tiene la forma CMS (PKCS#7).',
  'sin-contenido': 'La firma está separada de su archivo: elija también el archivo que firma.',
  'sin-certificado': 'La firma no trae el certificado de quien firma.',
  algoritmo: 'La firma usa un algoritmo que no se admite: se admiten RSA y ECDSA con SHA-256, SHA-384 o SHA-512.',
  llave: 'La llave del certificado es demasiado débil o de una clase que no se admite.',
  alterado: 'El contenido fue alterado después de firmarse.',
  'no-corresponde': 'La firma no corresponde a la llave del certificado.',
  'otro-certificado': 'La firma nombra otro certificado que el que la acompaña.',
} as const;
export type CmsFault = keyof typeof cmsFaults;

/** A signature of a CMS file, valid or not. */
export interface InspectedCms {
  /** Undefined if the signature is valid. Does not cover trust in its certificate. */
  readonly fault: CmsFault | undefined;
  readonly certificate: X509Certificate | undefined;
  /** Signing time as stated by the signer; not verified. */
  readonly signingTime: Date | undefined;
}

/** Maximum number of signatures and of certificates that are read from one file. */
const mostSigners = 20;
const mostCertificates = 20;

/**
 * Checks every signature of a CMS SignedData. It does not judge trust in certificates: it is for explaining a file.
 *
 * @param bytes the CMS in BER; octets after it are refused
 * @param detached the content in parts, if the CMS does not contain it
 * @returns the embedded content, and each signature in its order; one `danada` signature if the CMS cannot be read
 * @source RFC 5652, §5
 */
export function inspectCms(
  bytes: Uint8Array,
  detached?: readonly Uint8Array[],
): { readonly content: Buffer | undefined; readonly signatures: readonly InspectedCms[] } {
  try {
    const [type, wrapped] = inside(readBer(bytes));
    if (oidOf(type) !== ids.signedData) return unreadable;
    const [, , encapsulated, ...rest] = inside(inside(wrapped, tag.context)[0]);
    const [contentType, carried] = inside(encapsulated);
    const content = carried && octetsOf(inside(carried, tag.context)[0]);
    const certificates = rest.find((one) => one.tag === tag.context)?.children.slice(0, mostCertificates) ?? [];
    const known = certificates.flatMap(({ encoded }) => readCertificate(encoded));
    const signed = content === undefined ? detached : [content];
    const signers = inside(rest.at(-1), tag.set).slice(0, mostSigners);
    const signatures = signers.map((signer) => inspectSigner(signer, oidOf(contentType), known, signed));
    return signatures.length === 0 ? unreadable : { content, signatures };
  } catch {
    // The file is untrusted: any value that the standard requires may be missing.
    return unreadable;
  }
}

const damaged: InspectedCms = { fault: 'danada', certificate: undefined, signingTime: undefined };
const unreadable = { content: undefined, signatures: [damaged] } as const;

function readCertificate(encoded: Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(encoded)];
  } catch {
    return [];
  }
}

function inspectSigner(
  signer: Ber,
  contentType: string,
  known: readonly X509Certificate[],
  signed: readonly Uint8Array[] | undefined,
): InspectedCms {
  const [, sid, digestAlgorithm, attributes, signatureAlgorithm, value] = inside(signer);
  if (sid === undefined || attributes?.tag !== tag.context) return damaged;
  const values = attributesOf(attributes);
  const signingTime = timeOf(values.get(ids.signingTime));
  // A signer identified by its key identifier instead may be any of them.
  const named = known.filter((one) => sid.tag !== tag.sequence || issuerAndSerial(one.raw).equals(sid.encoded));
  const inspected = (fault: CmsFault | undefined, certificate = named[0]): InspectedCms => ({
    fault,
    certificate,
    signingTime,
  });

  if (named.length === 0) return inspected('sin-certificado');
  const digest = digests[oidOf(inside(digestAlgorithm)[0])];
  const algorithm = algorithms[oidOf(inside(signatureAlgorithm)[0])];
  if (digest === undefined || algorithm === undefined) return inspected('algoritmo');
  if (algorithm.digest !== undefined && algorithm.digest !== digest) return inspected('algoritmo');
  const strong = named.filter(({ publicKey }) => isStrong(publicKey));
  if (strong.length === 0) return inspected('llave');
  const signedAttributes = withTag(attributes.encoded, tag.set);
  const own = strong.find(({ publicKey }) =>
    holds(algorithm.padding, digest, signedAttributes, publicKey, octetsOf(value)),
  );
  if (own === undefined) return inspected('no-corresponde');
  if (!namesCertificate(values.get(ids.signingCertificateV2), own)) return inspected('otro-certificado', own);
  if (signed === undefined) return inspected('sin-contenido', own);
  const hash = createHash(digest);
  for (const part of signed) hash.update(part);
  const isWhole =
    oidOf(values.get(ids.contentType)) === contentType && octetsOf(values.get(ids.messageDigest)).equals(hash.digest());
  return inspected(isWhole ? undefined : 'alterado', own);
}

/** The value of each attribute. A repeated attribute is refused, because it could be read in two ways. */
function attributesOf(attributes: Ber): ReadonlyMap<string, Ber> {
  const values = new Map<string, Ber>();
  for (const attribute of attributes.children) {
    const [type, set] = inside(attribute);
    const name = oidOf(type);
    const [value] = inside(set, tag.set);
    if (value === undefined || values.has(name)) throw new Error(`The attribute ${name} has not one value`);
    values.set(name, value);
  }
  return values;
}

function timeOf(value: Ber | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const text = value.content.toString('latin1');
  const century = Number(text.slice(0, 2)) < 50 ? '20' : '19';
  const whole = value.tag === tag.utcTime ? century + text : text;
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(whole) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Bits of the RSA keys that are verified. Above the maximum, verifying an untrusted key costs too much. */
const bits = { least: 2048, most: 8192 };

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'ec') return true;
  const { modulusLength = 0 } = asymmetricKeyDetails ?? {};
  const isRsa = asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss';
  return isRsa && modulusLength >= bits.least && modulusLength <= bits.most;
}

function holds(padding: Padding, digest: Digest, signed: Buffer, key: KeyObject, signature: Buffer): boolean {
  if ((padding === 'ecdsa') !== (key.asymmetricKeyType === 'ec')) return false;
  if (padding === 'ecdsa') return verify(digest, signed, key, signature);
  const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants;
  const rsaPadding = padding === 'pss' ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING;
  return verify(digest, signed, { key, padding: rsaPadding }, signature);
}

/** Whether the certificate is the one whose digest was signed; true if no digest was. @source RFC 5035, §4 */
function namesCertificate(attribute: Ber | undefined, certificate: X509Certificate): boolean {
  if (attribute === undefined) return true;
  const [first, second] = inside(inside(inside(attribute)[0])[0]);
  const isDefault = first?.tag === tag.octets;
  const digest = isDefault ? 'sha256' : digests[oidOf(inside(first)[0])];
  if (digest === undefined) return false;
  return octetsOf(isDefault ? first : second).equals(createHash(digest).update(certificate.raw).digest());
}
