import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type Ber, BerError, certificateRefusal, inside, octetsOf, oidOf, readBer, tags } from '@timbre/xml/node';
import { P12Error } from './p12-error.ts';
import { type Decrypt, readDecryption, readMac } from './password-encryption.ts';

/** A key and certificates as PEM: `key` in PKCS#8, `certificate` of that key, `chain` with the others in file order. */
export interface OpenedP12 {
  readonly key: string;
  readonly certificate: string;
  readonly chain: readonly string[];
  /** Number of certificates with their key in the file, including `certificate`. */
  readonly owned: number;
}

const types = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  nestedBags: '1.2.840.113549.1.12.10.1.6',
  x509Certificate: '1.2.840.113549.1.9.22.1',
} as const;

/** Content of a .p12: unencrypted keys and certificates, and encrypted parts that contain more. */
type Part =
  | { readonly kind: 'key' | 'certificate'; readonly der: Buffer }
  | {
      readonly kind: 'encrypted';
      readonly decrypt: Decrypt;
      readonly data: Buffer;
      readonly read: (clear: Buffer) => Part[];
    };

/**
 * Opens a .p12 on the calling thread and without a time limit. For untrusted files use `openP12`.
 *
 * The whole structure is parsed and its iteration counts checked before any decryption starts.
 *
 * @param at if there are several keys, the one of a certificate that may sign at this instant is preferred
 * @throws P12Error
 * @source RFC 7292
 */
export function readP12(bytes: Uint8Array, password: string, at: Date): OpenedP12 {
  try {
    return read(bytes, password, at);
  } catch (error) {
    throw error instanceof BerError ? new P12Error('p12/danado', error) : error;
  }
}

function read(bytes: Uint8Array, password: string, at: Date): OpenedP12 {
  const [, authSafe, macData] = inside(readBer(bytes));
  const [contentType, wrapped] = inside(authSafe);
  if (oidOf(contentType) !== types.data) throw new P12Error('p12/no-soportado');
  const safe = octetsOf(inside(wrapped, tags.context0)[0]);
  const macAgrees = macData && readMac(macData);
  const parts = inside(readBer(safe)).flatMap(readContentInfo);

  if (macAgrees && !macAgrees(password, safe)) {
    // If one part decrypts, the password is right and the file is damaged.
    throw new P12Error(parts.some((part) => opens(part, password)) ? 'p12/danado' : 'p12/contrasena');
  }
  const clear = parts.flatMap((part) => open(part, password, macAgrees ? 'p12/danado' : 'p12/contrasena'));
  const der = (kind: Part['kind']) => clear.flatMap((part) => (part.kind === kind && 'der' in part ? [part.der] : []));
  return pair(der('key'), der('certificate'), at);
}

function readContentInfo(info: Ber): Part[] {
  const [type, wrapped] = inside(info);
  const [content] = inside(wrapped, tags.context0);
  switch (oidOf(type)) {
    case types.data:
      return readBags(octetsOf(content));
    case types.encryptedData: {
      const [, algorithm, data] = inside(inside(content)[1]);
      return [{ kind: 'encrypted', decrypt: readDecryption(algorithm), data: octetsOf(data, 0x80), read: readBags }];
    }
    default:
      throw new P12Error('p12/no-soportado');
  }
}

const readBags = (safeContents: Buffer): Part[] => inside(readBer(safeContents)).flatMap(readBag);

function readBag(bag: Ber): Part[] {
  const [type, wrapped] = inside(bag);
  const [value] = inside(wrapped, tags.context0);
  switch (oidOf(type)) {
    case types.keyBag:
      return value ? [{ kind: 'key', der: value.encoded }] : [];
    case types.shroudedKeyBag: {
      const [algorithm, data] = inside(value);
      const read = (clear: Buffer): Part[] => [{ kind: 'key', der: readBer(clear).encoded }];
      return [{ kind: 'encrypted', decrypt: readDecryption(algorithm), data: octetsOf(data), read }];
    }
    case types.certificateBag: {
      const [certificateType, certificate] = inside(value);
      if (oidOf(certificateType) !== types.x509Certificate) return [];
      return [{ kind: 'certificate', der: octetsOf(inside(certificate, tags.context0)[0]) }];
    }
    case types.nestedBags:
      return inside(value).flatMap(readBag);
    default:
      return [];
  }
}

/** Returns a part with its encrypted content decrypted; `otherwise` is the error to throw on failure. */
function open(part: Part, password: string, otherwise: 'p12/danado' | 'p12/contrasena'): Part[] {
  if (part.kind !== 'encrypted') return [part];
  let inner: Part[];
  try {
    inner = part.read(part.decrypt(password, part.data));
  } catch (cause) {
    throw cause instanceof P12Error && cause.code !== 'p12/danado' ? cause : new P12Error(otherwise, cause);
  }
  return inner.flatMap((each) => open(each, password, otherwise));
}

function opens(part: Part, password: string): boolean {
  if (part.kind !== 'encrypted') return false;
  try {
    open(part, password, 'p12/danado');
    return true;
  } catch {
    return false;
  }
}

/**
 * Selects the first certificate that has its key in the file and may sign at an instant; if none may, the first that
 * has its key.
 */
function pair(keyDers: readonly Buffer[], certificateDers: readonly Buffer[], at: Date): OpenedP12 {
  if (keyDers.length === 0) throw new P12Error('p12/sin-llave');
  if (certificateDers.length === 0) throw new P12Error('p12/sin-certificado');
  const keys = keyDers.map(parseKey);
  const certificates = certificateDers.map(parseCertificate);
  const owned = keys.flatMap((key) =>
    certificates.filter((certificate) => certificate.checkPrivateKey(key)).map((certificate) => ({ key, certificate })),
  );
  const taken = owned.find(({ certificate }) => certificateRefusal(certificate, at) === undefined) ?? owned[0];
  if (taken === undefined) throw new P12Error('p12/llave-ajena');
  return {
    key: taken.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: taken.certificate.toString(),
    chain: certificates.filter((certificate) => certificate !== taken.certificate).map(String),
    owned: new Set(owned.map(({ certificate }) => certificate.fingerprint256)).size,
  };
}

function parseKey(der: Buffer): KeyObject {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch (cause) {
    throw new P12Error('p12/danado', cause);
  }
}

function parseCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (cause) {
    throw new P12Error('p12/danado', cause);
  }
}
