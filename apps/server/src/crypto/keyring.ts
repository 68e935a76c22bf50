import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { open, seal } from './envelope.ts';

/** What a key is for: a person's session, the integration of a company, or a company's Secret Key, which opens nothing. */
export type KeyPrefix = 'ses' | 'tmb' | 'sec';

const secretLength = 32;
const sealLength = 8;
const keyForm = /^(ses|tmb|sec)_([A-Za-z0-9_-]{54})$/;

/** The uses of the master key. It lives outside the database, so that a copy of the database opens nothing. */
export interface Keyring {
  /** A new data key for a company, wrapped for its row. */
  newDataKey(empresaId: string): Buffer;
  /** The data key of a company, from its row. Throws Error when this master key did not wrap it, or for another company. */
  unwrap(empresaId: string, wrapped: Buffer): Buffer;
  /** A new session (`ses`), integration (`tmb`) or Secret (`sec`) key: 256 random bits and a seal that tells it from a made-up one. */
  newKey(prefix: KeyPrefix): string;
  /** Whether this installation made the key, ever: what strangers make up is known without asking the database. */
  madeKey(key: string): boolean;
  /** How a secret of high entropy (a session or integration key) is remembered: looked up, never recovered. */
  hmac(secret: string): Buffer;
  /** A password of 80 bits that this installation always gives for the same name; for what it shows to its own operator. */
  passwordFor(name: string): string;
}

/** @param masterKey 32 bytes */
export function createKeyring(masterKey: Buffer): Keyring {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', masterKey, '', `timbre ${use}`, 32));
  const wrappingKey = derived('data keys');
  const pepper = derived('lookup');
  const sealingKey = derived('keys');
  const sealOf = (prefix: string, secret: Buffer) =>
    createHmac('sha256', sealingKey).update(prefix).update(secret).digest().subarray(0, sealLength);
  const aad = (empresaId: string) => `${empresaId}|${empresaId}|llave_envuelta`;
  return {
    newDataKey: (empresaId) => seal(wrappingKey, randomBytes(32), aad(empresaId)),
    unwrap: (empresaId, wrapped) => open(wrappingKey, wrapped, aad(empresaId)),
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
