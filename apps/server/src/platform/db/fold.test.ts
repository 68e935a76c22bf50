import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../main/testing/database.ts';
import { foldedSql, foldText, foldTyped } from './fold.ts';

test('a stored text loses its case and the marks of our letters', () =>
  expect(foldText('Peña & Güibia ÁÇ')).toBe('pena & guibia ac'));

test.each([
  ['Peña', 'pena'],
  ['Jose\u0301 Nun\u0303ez', 'jose nunez'],
  ['Škoda', 'skoda'],
])('every mark of a typed text is dropped, also one written apart: %s', (typed, folded) =>
  expect(foldTyped(typed)).toBe(folded),
);

test('a column is folded as a text is, also in a database of the locale C', async () => {
  const { db, drop } = await freshDatabase();
  const names = ['PEÑA & GÜIBIA ÁÇ', 'Colmado La Ñapa', 'ÀÉÎÕÚ àéîõú'];
  const { rows } = await db.system((tx) =>
    sql<{ name: string; folded: string }>`
      select name, ${foldedSql(sql`name collate "C"`)} as folded from unnest(${names}::text[]) name`.execute(tx),
  );
  expect(rows).toEqual(names.map((name) => ({ name, folded: foldText(name) })));
  await db.close();
  await drop();
});
