import type { Keyring } from './keyring.ts';
import { hashPassword } from './password.ts';

/** The stored form of a password. */
export interface StoredPassword {
  readonly contrasena_hash: string;
  /** Detects most wrong passwords without a hash. null, or of another hash, if it was not stored yet. */
  readonly contrasena_filtro: Buffer | null;
}

/** Result of the filter, before the hash is computed: the password is wrong, may be right, or there is no filter. */
export type Judgement = 'wrong' | 'perhaps' | 'unknown';

const fingerprintLength = 8;

/**
 * Eight bits of a keyed digest of the password: of 256 wrong passwords, 255 cost no hash. The digest's key derives from
 * the installation's secret, so a copy of the database alone reveals nothing; with the key it reveals those eight bits.
 * The filter contains a fingerprint of the hash that it belongs to, and has no effect with another.
 */
export function createPasswordFilter(keyring: Keyring) {
  const digest = (...parts: string[]) => keyring.digest('password filter', parts.join('\0'));
  const fingerprint = (hash: string) => digest('hash', hash).subarray(0, fingerprintLength);
  const bits = (of: string, password: string) => digest('password', of, password).subarray(0, 1);

  return {
    /** The filter to store with a hash. */
    filterOf: (hash: string, password: string): Buffer => Buffer.concat([fingerprint(hash), bits(hash, password)]),

    /**
     * @param account as typed. For accounts that do not exist the judgement is simulated, so that they cannot be
     * distinguished from existing ones: half of them behave as if they had no filter.
     */
    judge(account: string, stored: StoredPassword | undefined, password: string): Judgement {
      if (stored === undefined) {
        if (digest('nobody', account)[0]! % 2 === 0) return 'unknown';
        return bits(account, password)[0] === 0 ? 'perhaps' : 'wrong';
      }
      const { contrasena_hash: hash, contrasena_filtro: filter } = stored;
      if (filter === null || !filter.subarray(0, fingerprintLength).equals(fingerprint(hash))) return 'unknown';
      return filter.subarray(fingerprintLength).equals(bits(hash, password)) ? 'perhaps' : 'wrong';
    },

    /** Name under which a tried password is cached. */
    nameOf: (subject: string, password: string): string => digest('tried', subject, password).toString('base64'),
  };
}

/** The stored form of a new password. @throws TooBusy */
export async function keepPassword(keyring: Keyring, password: string): Promise<StoredPassword> {
  const contrasena_hash = await hashPassword(password);
  return { contrasena_hash, contrasena_filtro: createPasswordFilter(keyring).filterOf(contrasena_hash, password) };
}
