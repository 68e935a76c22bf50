import type { Wrapping } from '../../platform/crypto/keyring.ts';
import type { Db, Tx } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import { ConfigError } from '../../platform/process/config-error.ts';

/**
 * The platform's own secret. All keys that belong to no company derive from it: those of sessions, event records and
 * anchors. It is stored encrypted with the master key and created at the first start. A change of the master key only
 * encrypts it anew.
 *
 * @throws ConfigError when the master key is not the one that the data were encrypted with
 */
export async function openPlatformSecret(db: Db, masterKey: Buffer, wrapping: Wrapping): Promise<Buffer> {
  const wrapped = await db.system(async (tx) => (await stored(tx)) ?? (await make(tx, masterKey, wrapping)));
  return unwrapped(wrapping, platformRecord, wrapped);
}

const stored = async (tx: Tx): Promise<Buffer | undefined> =>
  (await tx.selectFrom('llave_plataforma').select('envuelta').executeTakeFirst())?.envuelta;

async function make(tx: Tx, masterKey: Buffer, wrapping: Wrapping): Promise<Buffer> {
  const company = await tx.selectFrom('empresa').select(['id', 'llave_envuelta']).limit(1).executeTakeFirst();
  if (company !== undefined) unwrapped(wrapping, company.id, company.llave_envuelta);
  // A database from before this secret existed derived its keys from the master key itself: they must stay the same.
  const envuelta =
    company === undefined ? wrapping.newDataKey(platformRecord) : wrapping.wrap(platformRecord, masterKey);
  // If another process creates it at the same time, the first one stored wins.
  await tx
    .insertInto('llave_plataforma')
    .values({ id: 1, envuelta })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await stored(tx)) ?? envuelta;
}

function unwrapped(wrapping: Wrapping, ownerId: string, wrapped: Buffer): Buffer {
  try {
    return wrapping.unwrap(ownerId, wrapped);
  } catch {
    throw new ConfigError(
      'La llave maestra no es la que selló los datos: revise TIMBRE_MASTER_KEY o TIMBRE_MASTER_KEY_FILE, o el archivo master.key de la carpeta de datos',
    );
  }
}
