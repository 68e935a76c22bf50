import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../main/testing/database.ts';
import { newId } from './id.ts';
import { applyMigrations, readMigrations } from './migrate.ts';

test('warnings that were given by mail and by webhook are carried over to the one table', async () => {
  const { db, drop } = await emptyDatabase();
  const all = await readMigrations();
  await applyMigrations(
    db,
    all.filter(({ name }) => name < '0041'),
  );
  const [a, b, certificate, range, other] = Array.from({ length: 5 }, () => newId(new Date())) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const byMail = [
    [a, `certificado ${certificate} 30`],
    [a, `certificado ${certificate} 7`],
    // The second was added when the range reached a second threshold.
    [a, `rango ${range} por-agotarse`],
    [a, `rango ${range} por-agotarse por-vencer`],
    [b, `rango ${other} agotado vencido`],
  ];
  const byWebhook = [
    [a, certificate, 'certificado-1'],
    [a, range, 'por-agotarse'],
    [b, other, 'agotado'],
  ];
  await db.system(async (tx) => {
    for (const [id, rnc] of [
      [a, '199000005'],
      [b, '198000002'],
    ])
      await sql`insert into empresa (id, rnc, razon_social, llave_envuelta) values (${id}, ${rnc}, 'Empresa', '\\x00')`.execute(
        tx,
      );
    for (const [empresa, clave] of byMail)
      await sql`insert into correo_aviso values (${empresa}, ${clave}, now())`.execute(tx);
    for (const row of byWebhook) await sql`insert into aviso_dado values (${sql.join(row)})`.execute(tx);
  });

  await applyMigrations(db, all);

  const given = await db.system((tx) => tx.selectFrom('aviso_dado').selectAll().execute());
  const names = new Map(
    Object.entries({ [a]: 'a', [b]: 'b', [certificate]: 'certificate', [range]: 'range', [other]: 'other' }),
  );
  const named = given.map((row) => [names.get(row.empresa_id), row.canal, names.get(row.sujeto), row.umbral].join(' '));
  expect(named.sort()).toEqual([
    'a correo certificate 30',
    'a correo certificate 7',
    'a correo range por-agotarse',
    'a correo range por-vencer',
    'a webhook certificate 1',
    'a webhook range por-agotarse',
    'b correo other agotado',
    'b correo other vencido',
    'b webhook other agotado',
  ]);
  await db.close();
  await drop();
});
