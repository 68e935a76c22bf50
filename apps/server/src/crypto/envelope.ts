import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const version = 1;
const ivLength = 12;
const tagLength = 16;
const headLength = 1 + ivLength + tagLength;

/**
 * Encrypts with AES-256-GCM.
 *
 * @param key 32 bytes
 * @param aad what the secret belongs to (`company|id|column`): opened under another, it does not open
 * @returns version, nonce, tag and ciphertext
 */
export function seal(key: Buffer, plain: Uint8Array, aad: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body]);
}

/**
 * Opens what {@link seal} made.
 *
 * @throws Error with the wrong key, under another `aad`, or when a byte changed
 */
export function open(key: Buffer, sealed: Buffer, aad: string): Buffer {
  if (sealed[0] !== version || sealed.length < headLength) throw new Error('Not a sealed secret');
  const iv = sealed.subarray(1, 1 + ivLength);
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(Buffer.from(aad))
    .setAuthTag(sealed.subarray(1 + ivLength, headLength));
  return Buffer.concat([decipher.update(sealed.subarray(headLength)), decipher.final()]);
}
