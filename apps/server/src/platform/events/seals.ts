import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** The sealed content of an entry. */
export interface SealedEntry {
  readonly empresaId: string;
  readonly seq: number;
  readonly tipo: string;
  readonly sujeto: string | null;
  /** Canonical JSON of its data. */
  readonly json: string;
  readonly en: Date;
}

/** The end of a record: its last entry, and the last entry before the record had a key. */
export interface RecordHead {
  readonly empresaId: string;
  readonly seq: number;
  readonly hash: Buffer;
  readonly llaveDesde: number;
}

/**
 * Seals records with keys that are not in the database: its contents alone are not enough to forge a record that
 * verifies.
 */
export interface Seals {
  /** The seal of an entry, which also covers the previous entry's seal. */
  entry(previous: Buffer, entry: SealedEntry): Buffer;
  head(head: RecordHead): Buffer;
  /** Ed25519 signature of the platform. */
  sign(text: string): Buffer;
  isSigned(text: string, signature: Buffer): boolean;
  /** The public key that verifies {@link Seals.sign}'s signatures outside the platform: SPKI in base64. */
  readonly publicKey: string;
}

/**
 * The fingerprint by which people identify a public key. @param publicKey SPKI in base64 @returns SHA-256 in
 * hexadecimal
 */
export const fingerprintOf = (publicKey: string): string => hash('sha256', Buffer.from(publicKey, 'base64'), 'hex');

const textOf = ({ empresaId, seq, tipo, sujeto, json, en }: SealedEntry): string =>
  JSON.stringify([empresaId, seq, tipo, sujeto, en.toISOString(), json]);

/** The seal used before companies had keys. */
export const keylessSeal = (previous: Buffer, entry: SealedEntry): Buffer =>
  createHash('sha256').update(previous).update(textOf(entry)).digest();

/** Prefix of a PKCS#8 Ed25519 key, up to its 32 bytes. @source RFC 8410, §7 */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param secret the platform's secret, 32 bytes */
export function createSeals(secret: Buffer): Seals {
  const derived = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `timbre ${use}`, 32));
  const recordKey = derived('record');
  const keys = new Map<string, Buffer>();
  const keyOf = (empresaId: string): Buffer => {
    const key = keys.get(empresaId) ?? createHmac('sha256', recordKey).update(empresaId).digest();
    keys.set(empresaId, key);
    return key;
  };
  const signingKey: KeyObject = createPrivateKey({
    key: Buffer.concat([ed25519Prefix, derived('anchor')]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(signingKey);
  return {
    entry: (previous, entry) =>
      createHmac('sha256', keyOf(entry.empresaId)).update(previous).update(textOf(entry)).digest(),
    head: ({ empresaId, seq, hash, llaveDesde }) =>
      createHmac('sha256', keyOf(empresaId))
        .update(JSON.stringify(['cabeza', empresaId, seq, hash.toString('hex'), llaveDesde]))
        .digest(),
    sign: (text) => sign(null, Buffer.from(text), signingKey),
    isSigned: (text, signature) => verify(null, Buffer.from(text), publicKey, signature),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}
