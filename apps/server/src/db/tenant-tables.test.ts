import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import { newId } from './id.ts';
import type { Db, Tx } from './transactions.ts';

// What the queries forget, the database refuses: with one company set, no row of another is seen, changed, removed or added,
// in any table there is. The tables are those of the catalogue: a new one without isolation fails.

let database: TestDatabase;
let db: Db;
let tables: string[];
const [a, b] = [newId(new Date()), newId(new Date())];

beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
  tables = await tablesWhere(sql`true`);
  await db.system(async (tx) => {
    for (const [id, rnc] of [
      [a, '1'],
      [b, '2'],
    ] as const) {
      const empresa = { id, rnc, razon_social: rnc, llave_envuelta: Buffer.of(1) };
      await tx.insertInto('empresa').values(empresa).execute();
      for (const table of tables) await insertSample(tx, table, id);
    }
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Tables of companies, in order of name. */
async function tablesWhere(condition: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await db.owner((tx) =>
    sql<{ name: string }>`
      select c.relname as name from pg_class c
      join pg_attribute t on t.attrelid = c.oid and t.attname = 'empresa_id' and not t.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and ${condition} order by 1`.execute(
      tx,
    ),
  );
  return rows.map(({ name }) => name);
}

/** What columns with a closed set of values take. */
const closed: Readonly<Record<string, string>> = {
  'documento.origen': 'api',
  'fecha_vencimiento.serie': 'E',
  'importacion.estado': 'listo',
  'intento.operacion': 'envio',
  'logo.tipo': 'image/png',
  'solicitud.tipo': 'ambiente',
  'usuario.rol': 'consulta',
};

/** A value for a column that must have one. */
const samples: Readonly<Record<string, () => unknown>> = {
  uuid: () => newId(new Date()),
  text: () => newId(new Date()),
  bytea: () => Buffer.from(newId(new Date())),
  jsonb: () => '{}',
  bool: () => true,
  int2: () => 1,
  int4: () => 1,
  int8: () => 1,
  numeric: () => '1',
  date: () => '2026-01-01',
  timestamptz: () => new Date(),
};

async function insertSample(tx: Tx, table: string, empresaId: string): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select t.attname as name, y.typname as type from pg_attribute t join pg_type y on y.oid = t.atttypid
    where t.attrelid = ${table}::regclass and t.attnum > 0 and not t.attisdropped and t.attnotnull and not t.atthasdef
      and t.attidentity = '' and t.attname <> 'empresa_id'`.execute(tx);
  const names = ['empresa_id', ...rows.map(({ name }) => name)];
  const values = [
    empresaId,
    ...rows.map(({ name, type }) => closed[`${table}.${name}`] ?? samples[type]?.() ?? refuseType(table, name, type)),
  ];
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    overriding system value values (${sql.join(values)})`.execute(tx);
}

function refuseType(table: string, name: string, type: string): never {
  throw new Error(`${table}.${name} is of a type that this test knows no value of: ${type}`);
}

/** What a company's statement came to: how many rows, or that the database denied it. */
async function attempt(statement: ReturnType<typeof sql>): Promise<number | 'denied'> {
  try {
    const { rows, numAffectedRows } = await db.tenant(a, (tx) => statement.execute(tx));
    return rows.length > 0 ? rows.length : Number(numAffectedRows ?? 0n);
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return 'denied';
    throw error;
  }
}

test('every table is a company’s, or one of these that no company touches but for its own entry', async () => {
  const { rows } = await db.owner((tx) =>
    sql<{ name: string }>`select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`.execute(tx),
  );
  const others = rows.map(({ name }) => name).filter((name) => !tables.includes(name));
  expect(others).toEqual(['empresa', 'migracion', 'sesion']);
  expect(await attempt(sql`select from migracion`)).toBe('denied');
  expect(await attempt(sql`select from sesion`)).toBe('denied');
  expect(await db.tenant(a, (tx) => tx.selectFrom('empresa').select('id').execute())).toEqual([{ id: a }]);
  expect(await attempt(sql`update empresa set razon_social = 'x' where id = ${b}`)).toBe(0);
  expect(await attempt(sql`delete from empresa where id = ${b}`)).toBe(0);
});

test('of another company nothing is seen, changed, removed or added, in any table', async () => {
  expect(tables.length).toBeGreaterThan(15);
  for (const name of tables) {
    const table = sql.table(name);
    const { rows } = await db.tenant(a, (tx) =>
      sql<{ empresa_id: string }>`select distinct empresa_id from ${table}`.execute(tx),
    );
    expect([name, rows]).toEqual([name, [{ empresa_id: a }]]);
    expect([name, await attempt(sql`select from ${table} where empresa_id = ${b}`)]).toEqual([name, 0]);
    // What happened cannot be rewritten at all.
    const untouched = name === 'evento' ? 'denied' : 0;
    const change = await attempt(sql`update ${table} set empresa_id = ${b} where empresa_id = ${b}`);
    expect([name, change]).toEqual([name, untouched]);
    expect([name, await attempt(sql`delete from ${table} where empresa_id = ${b}`)]).toEqual([name, untouched]);
    const give = await attempt(sql`update ${table} set empresa_id = ${b}`);
    expect([name, give]).toEqual([name, 'denied']);
    expect([name, await attempt(sql`insert into ${table} (empresa_id) values (${b})`)]).toEqual([name, 'denied']);
    expect([name, await attempt(sql`truncate ${table}`)]).toEqual([name, 'denied']);
  }
});

test('without a company set there is nothing to see, in any table', async () => {
  for (const name of [...tables, 'empresa']) {
    const seen = await db.owner(async (tx) => {
      await sql`set local role timbre_app`.execute(tx);
      return (await sql`select from ${sql.table(name)}`.execute(tx)).rows.length;
    });
    expect([name, seen]).toEqual([name, 0]);
  }
});

test('a table is isolated by force, from its owner too', async () => {
  const forced = await tablesWhere(sql`c.relrowsecurity and c.relforcerowsecurity`);
  expect(forced).toEqual(tables);
});
