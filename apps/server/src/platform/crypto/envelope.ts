import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const version = 1;
const ivLength = 12;
const tagLength = 16;
const headLength = 1 + ivLength + tagLength;

/**
 * Encrypts with AES-256-GCM.
 *
 * @param key 32 bytes
 * @param aad owner and place of the secret (`company|id|column`): it cannot be decrypted with another value
 * @returns version, nonce, tag and ciphertext
 */
export function seal(key: Buffer, plain: Uint8Array, aad: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body]);
}

/**
 * Decrypts the result of {@link seal}.
 *
 * @throws Error with the wrong key, with another `aad`, or when a byte changed
 */
export function open(key: Buffer, sealed: Buffer, aad: string): Buffer {
  if (sealed[0] !== version || sealed.length < headLength) throw new Error('Not a sealed secret');
  const iv = sealed.subarray(1, 1 + ivLength);
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(Buffer.from(aad))
    .setAuthTag(sealed.subarray(1 + ivLength, headLength));
  return Buffer.concat([decipher.update(sealed.subarray(headLength)), decipher.final()]);
}
