import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { makeEmpresa, type TestEmpresa } from '../testing/empresa.ts';
import { withServer } from '../testing/server.ts';
import { type NewEvent, verifyChain } from './events.ts';

const server = withServer();
let company: TestEmpresa;
/** Events that making the company leaves. */
let before: number;

beforeEach(async () => {
  company = await makeEmpresa(server, { certificado: false });
  before = (await stored()).length;
});

const append = (...events: NewEvent[]) =>
  server.ctx.db.tenant(company.id, (tx) => server.ctx.events.append(tx, company.id, events));
const verify = async () => (await verifyChain(server.ctx.db, company.id)).broken;
const stored = () =>
  server.ctx.db.tenant(company.id, (tx) => tx.selectFrom('evento').selectAll().orderBy('seq').execute());

/** What only someone with the database in their hands could do. */
const tamper = (statement: ReturnType<typeof sql>) =>
  server.ctx.db.owner(async (tx) => {
    for (const table of ['evento', 'evento_cabeza'])
      await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
    await statement.execute(tx);
    for (const table of ['evento', 'evento_cabeza'])
      await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
  });

const some = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, i) => ({
    tipo: 'importacion',
    datos: { z: i, a: ['ñ', 1.5, null, { y: 1, b: 2 }] },
  }));

test('events are numbered without gaps and the record holds together', async () => {
  await append(...some(3));
  await append(
    { tipo: 'autoridad', sujeto: company.usuarioId, datos: 'texto' },
    { tipo: 'configuracion', datos: undefined },
  );
  const rows = await stored();
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
  expect(rows.slice(before + 3).map(({ tipo, datos }) => [tipo, datos])).toEqual([
    ['autoridad', 'texto'],
    ['configuracion', null],
  ]);
  expect(await verify()).toBeUndefined();
});

test('what happens at once in one company is recorded one after another', async () => {
  await Promise.all(Array.from({ length: 20 }, () => append(...some(2))));
  expect(await stored()).toHaveLength(before + 40);
  expect(await verify()).toBeUndefined();
});

test('a transaction that fails records nothing', async () => {
  const failed = server.ctx.db.tenant(company.id, async (tx) => {
    await server.ctx.events.append(tx, company.id, some(2));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await stored()).toHaveLength(before);
  expect(await verify()).toBeUndefined();
});

test('a changed entry is found and located', async () => {
  await append(...some(10));
  const seq = before + 4;
  await tamper(sql`update evento set datos = '{"z": 99}' where empresa_id = ${company.id} and seq = ${seq}`);
  expect(await verify()).toEqual({ seq, what: 'alterado' });
});

test('a removed entry is found and located, also the last one', async () => {
  await append(...some(10));
  await tamper(sql`delete from evento where empresa_id = ${company.id} and seq = ${before + 10}`);
  expect(await verify()).toEqual({ seq: before + 10, what: 'falta' });
  await tamper(sql`delete from evento where empresa_id = ${company.id} and seq = ${before + 2}`);
  expect(await verify()).toEqual({ seq: before + 2, what: 'falta' });
});

test('two entries swapped are found', async () => {
  await append(...some(4));
  await tamper(sql`
    update evento e set datos = o.datos, hash = o.hash from evento o
    where e.empresa_id = ${company.id} and o.empresa_id = e.empresa_id
      and e.seq in (${before + 1}, ${before + 2}) and o.seq = ${2 * before + 3} - e.seq`);
  expect(await verify()).toEqual({ seq: before + 1, what: 'alterado' });
});

test('the record is verified in pages', async () => {
  await append(...some(4_500));
  expect(await verify()).toBeUndefined();
});
