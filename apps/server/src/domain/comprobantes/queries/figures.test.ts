import { clasesDeComprobante, sentidoDe } from '@timbre/values';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { withServer } from '../../../main/testing/server.ts';
import { bare, stranger } from '../../../main/testing/stranger.ts';
import type { Db, Tx } from '../../../platform/db/transactions.ts';
import { listWrongDays, listWrongFigures } from './figures.ts';

const server = withServer();
let db: Db;
let companies: readonly [string, string];

beforeAll(async () => {
  db = server.ctx.db;
  companies = [(await stranger(server, bare)).id, (await stranger(server, bare)).id];
});

/** Runs that many random statements, each of which inserts, updates or deletes documents of the company. */
const churn = (empresaId: string, statements: number) =>
  sql.raw(`do $$ begin for i in 1..${statements} loop
    if i % 3 = 0 or random() < 0.3 then
      insert into documento (empresa_id, id, ambiente, rnc_emisor, tipo, numero, encf, es_rfce, estado, ocupa_numero,
        monto_total, fecha_emision, xml_sha256, espera_a, origen, creado)
      select '${empresaId}', gen_random_uuid(), case when random() < 0.5 then 'testecf' else 'ecf' end, '1',
        (array[31, 32, 34, 41])[1 + floor(random() * 4)::integer], 1, gen_random_uuid(), random() < 0.1,
        case when random() < 0.2 then 'aceptado' else 'firmado' end, random() < 0.8,
        case when random() < 0.8 then (random() * 1000)::numeric(18, 2) end,
        case when random() < 0.9 then date '2026-11-01' + (random() * 3)::integer end,
        case when random() < 0.9 then '\\x00'::bytea end, case when random() < 0.5 then 'E410000000001' end, 'api', now()
      from generate_series(1, (random() * 3)::integer);
    elsif i % 3 = 1 then
      update documento set ocupa_numero = random() < 0.8, intento_base = floor(random() * 2), monto_total = (random() * 1000)::numeric(18, 2), estado =
        case floor(random() * 4) when 0 then 'aceptado' when 1 then 'aceptado_condicional' when 2 then 'enviado' else 'rechazado' end
      where empresa_id = '${empresaId}' and id in (
        select id from documento where empresa_id = '${empresaId}' order by id limit 2 offset (random() * 20)::integer
        for update skip locked);
    else
      delete from documento where empresa_id = '${empresaId}' and id in (
        select id from documento where empresa_id = '${empresaId}' order by id limit 1 offset (random() * 20)::integer
        for update skip locked);
    end if;
  end loop; end $$`);

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

/** Folds the figures after a change with the probability 1 / `changes`. */
const foldOneIn = (changes: number) =>
  db.owner((tx) =>
    sql
      .raw(`create or replace trigger estadistica_pliegue after insert on estadistica_cambio
        for each row when (random() < 1.0 / ${changes}) execute function estadistica_pliega()`)
      .execute(tx),
  );

const rowsOf = (empresaId: string, table: 'estadistica' | 'estadistica_cambio') =>
  db.tenant(empresaId, async (tx) => (await tx.selectFrom(table).selectAll().execute()).length);
const wrongFigures = (empresaId: string) =>
  db.tenant(empresaId, async (tx) => [
    ...(await listWrongFigures(tx, empresaId)),
    ...(await listWrongDays(tx, empresaId)),
  ]);

/** Makes that many separate changes that affect no document. */
const change = (tx: Tx, empresaId: string, times: number) =>
  sql
    .raw(`do $$ begin for i in 1..${times} loop
      insert into estadistica_cambio (empresa_id, ambiente, tipo, ncf, aceptados, monto)
      values ('${empresaId}', 'testecf', 33, 1, 1, 0.01);
    end loop; end $$`)
    .execute(tx);

test.each([1, 20, 512])(
  'concurrent and undone changes add up to the figures of the documents, with one folding in %i',
  async (changes) => {
    await foldOneIn(changes);
    const undone = new Error('undone');
    const transactions = Array.from({ length: 40 }, (_, i) => {
      const empresaId = companies[i % 2]!;
      const work = db.tenant(empresaId, async (tx) => {
        await churn(empresaId, 30).execute(tx);
        if (i % 5 === 0) throw undone;
      });
      return i % 5 === 0 ? expect(work).rejects.toBe(undone) : work;
    });
    await Promise.all(transactions);
    for (const empresaId of companies) {
      expect(await wrongFigures(empresaId)).toEqual([]);
      expect(
        (await rowsOf(empresaId, 'estadistica')) + (await rowsOf(empresaId, 'estadistica_cambio')),
      ).toBeGreaterThan(0);
    }
  },
);

test('the changes left to fold do not accumulate', async () => {
  const [empresaId] = companies;
  await db.tenant(empresaId, (tx) => change(tx, empresaId, 10_000));
  expect(await rowsOf(empresaId, 'estadistica_cambio')).toBeLessThan(10_000);
  expect(await wrongFigures(empresaId)).toEqual([
    { ambiente: 'testecf', tipo: 33, stored: '10000/10000/100.00/0/0/0.00', counted: '0/0/0.00/0/0/0.00' },
  ]);
});

// The embedded database has one writer, so no other transaction is open during the folding.
if (process.env.TEST_DATABASE_URL !== undefined)
  test('a folding does not wait for another one', async () => {
    const [, empresaId] = companies;
    await foldOneIn(1);
    const before = await rowsOf(empresaId, 'estadistica_cambio');
    const folded = gate();
    const free = gate();
    const folding = db.tenant(empresaId, async (tx) => {
      await change(tx, empresaId, 1);
      folded.open();
      await free.opened;
    });
    await folded.opened;
    await db.tenant(empresaId, (tx) => change(tx, empresaId, 1));
    expect(await rowsOf(empresaId, 'estadistica_cambio')).toBe(before + 1);
    free.open();
    await folding;
    await db.tenant(empresaId, (tx) => change(tx, empresaId, 1));
    expect(await rowsOf(empresaId, 'estadistica_cambio')).toBe(0);
  });

test('the database and the package of values take the same documents for purchases', async () => {
  const tipos = [31, 32, 33, 34, 41, 43, 44, 45, 46, 47];
  const modified = [null, ...Object.keys(clasesDeComprobante).map((tipo) => `${tipo}0000000001`)];
  for (const tipo of tipos)
    for (const ncf of modified) {
      const xml = `<ECF><InformacionReferencia><NCFModificado>${ncf ?? ''}</NCFModificado></InformacionReferencia></ECF>`;
      const isElectronic = ncf?.startsWith('E') ?? false;
      const { rows } = await db.owner((tx) =>
        sql<{
          compra: boolean;
        }>`select es_compra(${tipo}::integer, ${isElectronic ? ncf : null}, ${xml}) as compra`.execute(tx),
      );
      expect([tipo, ncf, rows[0]!.compra]).toEqual([tipo, ncf, sentidoDe(`E${tipo}`, ncf) === 'compra']);
    }
});
