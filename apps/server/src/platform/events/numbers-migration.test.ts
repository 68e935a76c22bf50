import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../main/testing/database.ts';
import { applyMigrations, readMigrations } from '../db/migrate.ts';
import { platformRecord } from './events.ts';

test('records of before get the numbers that readers see, each series without gaps', async () => {
  const { db, drop } = await emptyDatabase();
  const all = await readMigrations();
  const upTo = (last: string) => all.filter(({ name }) => name < last);
  await applyMigrations(db, upTo('0020'));
  const tipos = ['sesion.iniciada', 'documento', 'configuracion', 'importacion', 'usuario.creado', 'documento'];
  await db.system(async (tx) => {
    for (const [i, tipo] of tipos.entries())
      await sql`insert into evento (empresa_id, seq, tipo, datos, en, hash)
        values (${platformRecord}, ${i + 1}, ${tipo}, '{}', now(), '')`.execute(tx);
    await sql`insert into evento_cabeza (empresa_id, seq, hash) values (${platformRecord}, ${tipos.length}, '')`.execute(
      tx,
    );
  });

  await applyMigrations(db, all);

  const read = await db.system(async (tx) => ({
    numbers: (await tx.selectFrom('evento').select('numero').orderBy('seq').execute()).map(({ numero }) => numero),
    head: await tx.selectFrom('evento_cabeza').select(['actos', 'movimientos']).executeTakeFirstOrThrow(),
  }));
  expect(read).toEqual({ numbers: [1, 1, null, 2, 2, 3], head: { actos: 2, movimientos: 3 } });
  await db.close();
  await drop();
});
