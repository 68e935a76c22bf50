import type { Db } from '../db/transactions.ts';
import { open, seal } from './envelope.ts';
import type { Keyring } from './keyring.ts';

/** Where a secret is kept: it opens nowhere else. */
export interface SecretPlace {
  readonly empresaId: string;
  /** Of its row. */
  readonly id: string;
  readonly column: string;
}

/** The secrets of the companies, each under its company's own key. */
export interface Secrets {
  seal(place: SecretPlace, plain: Uint8Array): Promise<Buffer>;
  /** Throws Error when the secret was moved, changed, or sealed under another master key. */
  open(place: SecretPlace, sealed: Buffer): Promise<Buffer>;
}

const maxKeys = 1_000;

export function createSecrets({ db, keyring }: { readonly db: Db; readonly keyring: Keyring }): Secrets {
  const dataKeys = new Map<string, Buffer>();

  async function dataKeyOf(empresaId: string): Promise<Buffer> {
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

  const aad = ({ empresaId, id, column }: SecretPlace) => `${empresaId}|${id}|${column}`;
  return {
    seal: async (place, plain) => seal(await dataKeyOf(place.empresaId), plain, aad(place)),
    open: async (place, sealed) => open(await dataKeyOf(place.empresaId), sealed, aad(place)),
  };
}
