import { sql } from 'kysely';
import { createWrapping } from '../../platform/crypto/keyring.ts';
import { pagesOf } from '../../platform/db/pages.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { Db } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';

const pageSize = 500;

/**
 * Encrypts every key of the database with a new master key, in one transaction: all of them, or none. Data encrypted
 * with those keys do not change. No server may run meanwhile: one with the old master key could not decrypt keys that
 * it has not cached yet.
 *
 * @param before,after 32 bytes each
 * @returns how many companies there are
 * @throws Error when a key was not encrypted with `before`: nothing was changed
 */
export async function rotateMasterKey(db: Db, before: Buffer, after: Buffer): Promise<number> {
  const old = createWrapping(before);
  const fresh = createWrapping(after);
  const rewrap = (ownerId: string, wrapped: Buffer) => fresh.wrap(ownerId, old.unwrap(ownerId, wrapped));
  return db.system(async (tx) => {
    const platform = await tx.selectFrom('llave_plataforma').select('envuelta').forUpdate().executeTakeFirst();
    if (platform !== undefined) {
      const envuelta = rewrap(platformRecord, platform.envuelta);
      await tx.updateTable('llave_plataforma').set({ envuelta }).execute();
    }
    let count = 0;
    const pages = pagesOf<Pick<Row<'empresa'>, 'id' | 'llave_envuelta'>>(pageSize, (last) =>
      tx
        .selectFrom('empresa')
        .select(['id', 'llave_envuelta'])
        .where('id', '>', last?.id ?? platformRecord)
        .orderBy('id')
        .limit(pageSize)
        .forUpdate()
        .execute(),
    );
    for await (const rows of pages) {
      const wrapped = rows.map(({ id, llave_envuelta }) => rewrap(id, llave_envuelta).toString('hex'));
      await sql`
        update empresa e set llave_envuelta = decode(n.llave, 'hex')
        from unnest(${rows.map(({ id }) => id)}::uuid[], ${wrapped}::text[]) as n(id, llave) where e.id = n.id`.execute(
        tx,
      );
      count += rows.length;
    }
    return count;
  });
}
