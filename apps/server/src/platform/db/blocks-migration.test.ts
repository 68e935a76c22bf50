import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../main/testing/database.ts';
import { newId } from './id.ts';
import { applyMigrations, readMigrations } from './migrate.ts';

test('companies from before the blocks, and those from after, have one open block', async () => {
  const { db, drop } = await emptyDatabase();
  const all = await readMigrations();
  const [before, after] = [newId(new Date()), newId(new Date())];
  const insert = (id: string) =>
    db.system((tx) =>
      sql`insert into empresa (id, rnc, razon_social, llave_envuelta) values (${id}, ${id}, 'Empresa', '\\x00')`.execute(
        tx,
      ),
    );
  await applyMigrations(
    db,
    all.filter(({ name }) => name < '0042'),
  );
  await insert(before);
  await applyMigrations(db, all);
  await insert(after);
  for (const id of [before, after]) {
    const { rows } = await db.tenant(id, (tx) =>
      sql`select primero, ultimo::text, firma from documento_bloque where empresa_id = ${id}`.execute(tx),
    );
    expect(rows).toEqual([{ primero: 0, ultimo: '9223372036854775807', firma: null }]);
  }
  await db.close();
  await drop();
});
