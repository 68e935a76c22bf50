import type { Keyring } from '../../crypto/keyring.ts';

/**
 * A new Secret Key: what authorises a change of environment.
 *
 * @returns the key, which is seen this once, and what its company keeps of it
 */
export function newSecretKey(keyring: Pick<Keyring, 'newKey' | 'hmac'>) {
  const secretKey = keyring.newKey('sec');
  return { secretKey, kept: { secreto_hmac: keyring.hmac(secretKey), secreto_ultimos: secretKey.slice(-4) } };
}
