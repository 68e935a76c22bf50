import type { Keyring } from '../../platform/crypto/keyring.ts';

/**
 * Creates a Secret Key, which authorises a change of environment.
 *
 * @returns the key, to be shown once, and the columns that its company stores
 */
export function newSecretKey(keyring: Pick<Keyring, 'newKey' | 'hmac'>) {
  const secretKey = keyring.newKey('sec');
  return { secretKey, columns: { secreto_hmac: keyring.hmac(secretKey), secreto_ultimos: secretKey.slice(-4) } };
}
