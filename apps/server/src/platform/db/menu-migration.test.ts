import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../main/testing/database.ts';
import { newId } from './id.ts';
import { applyMigrations, readMigrations } from './migrate.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(async () => {
  await database.db.close();
  await database.drop();
});

test('what a company was given or refused of the item `excel` is of `importacion`', async () => {
  const { db } = database;
  const all = await readMigrations();
  await applyMigrations(
    db,
    all.filter(({ name }) => name < '0025'),
  );
  const before = [{ excel: false, facturas: true }, { excel: true }, { facturas: false }, {}];
  for (const [at, accesos] of before.entries())
    await db.owner((tx) =>
      sql`
        insert into empresa (id, rnc, razon_social, ambiente, llave_envuelta, accesos)
        values (${newId(new Date())}, ${`19900000${at}`}, 'Empresa', 'testecf', '\\x00', ${JSON.stringify(accesos)})`.execute(
        tx,
      ),
    );
  await applyMigrations(db, all);
  const { rows } = await db.owner((tx) =>
    sql<{ accesos: unknown }>`select accesos from empresa order by rnc`.execute(tx),
  );
  expect(rows.map(({ accesos }) => accesos)).toEqual([
    { importacion: false, facturas: true },
    { importacion: true },
    { facturas: false },
    {},
  ]);
});
