import { open, seal } from '../../platform/crypto/envelope.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Db } from '../../platform/db/transactions.ts';

/** The place where a secret is stored: it can be decrypted only there. */
export interface SecretPlace {
  /** null for the platform's own secrets. */
  readonly empresaId: string | null;
  /** Id of its row. */
  readonly id: string;
  readonly column: string;
}

/** Encrypts secrets: each company's with its own key, those of the platform's own people with a key of the platform. */
export interface Secrets {
  seal(place: SecretPlace, plain: Uint8Array): Promise<Buffer>;
  /** Throws Error when the secret was moved, changed, or encrypted under another master key. */
  open(place: SecretPlace, sealed: Buffer): Promise<Buffer>;
}

const maxKeys = 1_000;

export function createSecrets({ db, keyring }: { readonly db: Db; readonly keyring: Keyring }): Secrets {
  const dataKeys = new Map<string, Buffer>();

  async function dataKeyOf(empresaId: string | null): Promise<Buffer> {
    if (empresaId === null) return keyring.platformKey;
    const known = dataKeys.get(empresaId);
    if (known !== undefined) return known;
    const { llave_envuelta } = await db.tenant(empresaId, (tx) =>
      tx.selectFrom('empresa').select('llave_envuelta').where('id', '=', empresaId).executeTakeFirstOrThrow(),
    );
    const key = keyring.unwrap(empresaId, llave_envuelta);
    if (dataKeys.size >= maxKeys) dataKeys.delete(dataKeys.keys().next().value!);
    dataKeys.set(empresaId, key);
    return key;
  }

  const aad = ({ empresaId, id, column }: SecretPlace) => `${empresaId ?? 'platform'}|${id}|${column}`;
  return {
    seal: async (place, plain) => seal(await dataKeyOf(place.empresaId), plain, aad(place)),
    open: async (place, sealed) => open(await dataKeyOf(place.empresaId), sealed, aad(place)),
  };
}
