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

test('runs from before there was a QuickBooks stay, of no company there, and change no report that was filed', async () => {
  const { db } = database;
  const all = await readMigrations();
  await applyMigrations(
    db,
    all.filter(({ name }) => name < '0056'),
  );
  const empresa = newId(new Date());
  await db.owner((tx) =>
    sql`
      insert into empresa (id, rnc, razon_social, ambiente, llave_envuelta)
      values (${empresa}, '199000001', 'Empresa', 'testecf', '\\x00')`.execute(tx),
  );
  for (const estado of ['completado', 'en_proceso'])
    await db.owner((tx) =>
      sql`
        insert into ejecucion (empresa_id, id, ambiente, tipo, desde, hasta, estado, procesados, omitidos, fallos, mensaje, creado,
          por, ip)
        values (${empresa}, ${newId(new Date())}, 'testecf', '606', '2026-08-01', '2026-08-31', ${estado}, 7, 0, 0, '', now(),
          'ana', '127.0.0.1')`.execute(tx),
    );
  await applyMigrations(db, all);
  const { rows } = await db.owner((tx) =>
    sql`select estado, procesados, realm, presentados from ejecucion order by estado`.execute(tx),
  );
  const before = { procesados: 7, realm: '', presentados: false };
  expect(rows).toEqual([
    { estado: 'completado', ...before },
    { estado: 'en_proceso', ...before },
  ]);
});
