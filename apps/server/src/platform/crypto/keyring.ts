import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { open, seal } from './envelope.ts';

/**
 * Purpose of a key: a person's session, the integration of a company, or a company's Secret Key, which does not
 * authenticate.
 */
type KeyPrefix = 'ses' | 'tmb' | 'sec' | 'whs';

const secretLength = 32;
const sealLength = 8;
const keyForm = /^(ses|tmb|sec)_([A-Za-z0-9_-]{54})$/;

/**
 * Use of the master key: it encrypts (wraps) other keys, and nothing else. It is stored outside the database, so that a
 * copy of the database decrypts nothing. A change of the master key wraps those keys anew; the data that they encrypt
 * do not change.
 */
export interface Wrapping {
  /** Encrypts a key for one owner: a company, or the platform. */
  wrap(ownerId: string, key: Buffer): Buffer;
  /** Creates a data key for an owner, wrapped. */
  newDataKey(ownerId: string): Buffer;
  /** Decrypts the key of an owner. Throws Error if it was wrapped with another master key, or for another owner. */
  unwrap(ownerId: string, wrapped: Buffer): Buffer;
}

/** @param masterKey 32 bytes */
export function createWrapping(masterKey: Buffer): Wrapping {
  const wrappingKey = derive(masterKey, 'data keys');
  const aad = (ownerId: string) => `${ownerId}|${ownerId}|llave_envuelta`;
  const wrap = (ownerId: string, key: Buffer) => seal(wrappingKey, key, aad(ownerId));
  return {
    wrap,
    newDataKey: (ownerId) => wrap(ownerId, randomBytes(32)),
    unwrap: (ownerId, wrapped) => open(wrappingKey, wrapped, aad(ownerId)),
  };
}

const derive = (secret: Buffer, use: string) => Buffer.from(hkdfSync('sha256', secret, '', `timbre ${use}`, 32));

/** The functions of the master key and of the platform's secret. */
export interface Keyring extends Wrapping {
  /**
   * Creates a session (`ses`), integration (`tmb`) or Secret (`sec`) key: 256 random bits and a seal that distinguishes
   * it from an invented one.
   */
  newKey(prefix: KeyPrefix): string;
  /** Whether this installation ever created the key: invented keys are detected without a query. */
  madeKey(key: string): boolean;
  /** Stored form of a secret of high entropy (a session or integration key): it can be looked up, but not decrypted. */
  hmac(secret: string): Buffer;
  /** A keyed digest of 32 bytes, specific to this installation; digests of different uses are unrelated. */
  digest(use: string, text: string): Buffer;
  /** The key for secrets that belong to no company: those of the platform's own people. */
  readonly platformKey: Buffer;
  /**
   * A password of 80 bits, always the same for one name on this installation; for passwords shown to its own operator.
   */
  passwordFor(name: string): string;
}

/** @param secret the platform's (see `openPlatformSecret`), 32 bytes */
export function createKeyring(wrapping: Wrapping, secret: Buffer): Keyring {
  const derived = (use: string) => derive(secret, use);
  const pepper = derived('lookup');
  const sealingKey = derived('keys');
  const sealOf = (prefix: string, secret: Buffer) =>
    createHmac('sha256', sealingKey).update(prefix).update(secret).digest().subarray(0, sealLength);
  const digesting = new Map<string, Buffer>();
  const digestKey = (use: string) => {
    const key = digesting.get(use) ?? derived(`digest ${use}`);
    digesting.set(use, key);
    return key;
  };
  return {
    ...wrapping,
    digest: (use, text) => createHmac('sha256', digestKey(use)).update(text).digest(),
    platformKey: derived('platform secrets'),
    passwordFor(name) {
      const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
      const bytes = derived(`password ${name}`).subarray(0, 16);
      const text = Array.from(bytes, (byte) => letters[byte % 32]).join('');
      return text.replace(/(.{4})(?=.)/g, '$1-');
    },
    newKey(prefix) {
      const secret = randomBytes(secretLength);
      return `${prefix}_${Buffer.concat([secret, sealOf(prefix, secret)]).toString('base64url')}`;
    },
    madeKey(key) {
      const [, prefix, text] = keyForm.exec(key) ?? [];
      if (prefix === undefined || text === undefined) return false;
      const bytes = Buffer.from(text, 'base64url');
      return timingSafeEqual(bytes.subarray(secretLength), sealOf(prefix, bytes.subarray(0, secretLength)));
    },
    hmac: (secret) => createHmac('sha256', pepper).update(secret).digest(),
  };
}
