import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../main/testing/database.ts';
import { newId } from './id.ts';
import type { Db, Tx } from './transactions.ts';

// Row-level security, tested without the queries' own filters: with one company set, no row of another can be read,
// changed, deleted or inserted, in any table. The tables come from the catalogue, so a new table without isolation
// fails.

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
      const persona = { id, correo: rnc, contrasena_hash: 'x', contrasena_propia: true };
      await tx.insertInto('persona').values(persona).execute();
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

/** The tables with `empresa_id`, sorted by name. */
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

/** Valid values of the columns that allow only a closed set. */
const closed: Readonly<Record<string, string>> = {
  'anulacion.codigo_608': '08',
  'anulacion.estado': 'pendiente',
  'aprobacion_envio.destino': 'dgii',
  'aprobacion_envio.estado': 'pendiente',
  'aprobacion_intento.destino': 'dgii',
  'aviso_dado.canal': 'correo',
  'comprobante.fuente': 'cargado',
  'comprobante_ilegible.fuente': 'recibido',
  'comprobante_por_leer.fuente': 'recibido',
  'comprobante.sentido': 'compra',
  'documento.origen': 'api',
  'ensayo.estado': 'firmado',
  'ejecucion.id': '00000000-0000-7000-8000-000000000001',
  'ejecucion.estado': 'completado',
  'ejecucion.tipo': 'consolidado',
  'ejecucion_fallo.ejecucion_id': '00000000-0000-7000-8000-000000000001',
  'entrega.estado': 'pendiente',
  'fecha_vencimiento.serie': 'E',
  'importacion.estado': 'listo',
  'intento.operacion': 'envio',
  'logo.tipo': 'image/png',
  'mapeo_parte.parte': 'mapeo',
  'membresia.estado': 'activa',
  'membresia.rol': 'consulta',
  'quickbooks_documento.entidad': 'Bill',
  'quickbooks_documento.estado': 'recibo',
  'quickbooks_documento.sentido': 'compra',
  'recepcion_rechazada.via': 'archivo',
  'recibido.via': 'archivo',
  'renglon.destino': 'detalle',
  'renglon.momento': 'compra',
  'renglon.reporte': '606',
  'reporte.estado': 'listo',
  'reporte.id': '00000000-0000-7000-8000-000000000001',
  'reporte.tipo': '606',
  'reporte_herramienta.tipo': '606',
  'reporte_parte.reporte_id': '00000000-0000-7000-8000-000000000001',
  'webhook_entrega.estado': 'pendiente',
};

/** Columns that refer to the one person of a company, whose id is that of the company. */
const ofThePerson: ReadonlySet<string> = new Set(['membresia.persona_id', 'membresia.id', 'vista.usuario_id']);

/** A value for a required column. */
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
    ...rows.map(
      ({ name, type }) =>
        (ofThePerson.has(`${table}.${name}`) ? empresaId : closed[`${table}.${name}`]) ??
        samples[type]?.() ??
        refuseType(table, name, type),
    ),
  ];
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    overriding system value values (${sql.join(values)})`.execute(tx);
}

function refuseType(table: string, name: string, type: string): never {
  throw new Error(`${table}.${name} is of a type that this test knows no value of: ${type}`);
}

/** The result of a company's statement: the number of rows, or that the database denied it. */
async function attempt(statement: ReturnType<typeof sql>): Promise<number | 'denied'> {
  try {
    const { rows, numAffectedRows } = await db.tenant(a, (tx) => statement.execute(tx));
    return rows.length > 0 ? rows.length : Number(numAffectedRows ?? 0n);
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return 'denied';
    throw error;
  }
}

test('every table is a company’s, or is one that companies use only for their own entry', async () => {
  const { rows } = await db.owner((tx) =>
    sql<{ name: string }>`select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`.execute(tx),
  );
  const others = rows.map(({ name }) => name).filter((name) => !tables.includes(name));
  expect(others).toEqual([
    'autoridad_estado',
    'contribuyente_0',
    'contribuyente_1',
    'contribuyente_archivo',
    'contribuyente_importacion',
    'contribuyente_registro',
    'diario',
    'empresa',
    'enlace',
    'llave_plataforma',
    'migracion',
    'numero_perdido',
    'organizacion',
    'organizacion_cliente',
    'organizacion_miembro',
    'persona',
    'recepcion_gasto',
    'recepcion_red_firmante',
    'receptor_semilla',
    'registro',
    'sesion',
    'tasa_selectivo',
  ]);
  expect(await attempt(sql`select from autoridad_estado`)).toBe('denied');
  for (const name of ['0', '1', 'archivo', 'importacion', 'registro'])
    expect(await attempt(sql`select from ${sql.table(`contribuyente_${name}`)}`)).toBe('denied');
  expect(await attempt(sql`select contribuyente_vacia(0::smallint)`)).toBe('denied');
  expect(await attempt(sql`select from llave_plataforma`)).toBe('denied');
  expect(await attempt(sql`select from enlace`)).toBe('denied');
  expect(await attempt(sql`select from migracion`)).toBe('denied');
  expect(await attempt(sql`select from sesion`)).toBe('denied');
  expect(await attempt(sql`select from organizacion_cliente`)).toBe('denied');
  expect(await attempt(sql`select from organizacion_miembro`)).toBe('denied');
  expect(await attempt(sql`select id from organizacion`)).toBe(0);
  expect(await attempt(sql`select from diario`)).toBe('denied');
  expect(await attempt(sql`select from receptor_semilla`)).toBe('denied');
  for (const name of ['recepcion_gasto', 'recepcion_red_firmante'])
    expect(await attempt(sql`select from ${sql.table(name)}`)).toBe('denied');
  expect(await attempt(sql`select from registro`)).toBe('denied');
  expect(await attempt(sql`select from tasa_selectivo`)).toBe('denied');
  expect(await attempt(sql`select from numero_perdido`)).toBe('denied');
  expect(await db.tenant(a, (tx) => tx.selectFrom('empresa').select('id').execute())).toEqual([{ id: a }]);
  expect(await attempt(sql`update empresa set razon_social = 'x' where id = ${b}`)).toBe(0);
  expect(await attempt(sql`delete from empresa where id = ${b}`)).toBe(0);
});

test('nothing of another company is seen, changed, removed or added, in any table', async () => {
  expect(tables.length).toBeGreaterThan(15);
  for (const name of tables) {
    const table = sql.table(name);
    const { rows } = await db.tenant(a, (tx) =>
      sql<{ empresa_id: string }>`select distinct empresa_id from ${table}`.execute(tx),
    );
    expect([name, rows]).toEqual([name, [{ empresa_id: a }]]);
    expect([name, await attempt(sql`select from ${table} where empresa_id = ${b}`)]).toEqual([name, 0]);
    // The history cannot be rewritten at all; memberships cannot be changed with the rights of the company.
    const untouched = name === 'evento' || name === 'membresia' ? 'denied' : 0;
    const change = await attempt(sql`update ${table} set empresa_id = ${b} where empresa_id = ${b}`);
    expect([name, change]).toEqual([name, untouched]);
    expect([name, await attempt(sql`delete from ${table} where empresa_id = ${b}`)]).toEqual([name, untouched]);
    const give = await attempt(sql`update ${table} set empresa_id = ${b}`);
    expect([name, give]).toEqual([name, 'denied']);
    expect([name, await attempt(sql`insert into ${table} (empresa_id) values (${b})`)]).toEqual([name, 'denied']);
    expect([name, await attempt(sql`truncate ${table}`)]).toEqual([name, 'denied']);
  }
});

test('a company sees only its own people, with their e-mail and whether they have a second factor', async () => {
  const seen = await db.tenant(a, (tx) => tx.selectFrom('persona').select(['id', 'correo', 'totp_desde']).execute());
  expect(seen).toEqual([{ id: a, correo: '1', totp_desde: null }]);
  for (const column of ['contrasena_hash', 'contrasena_filtro', 'totp_cifrado', 'recuperacion', 'es_root'])
    expect([column, await attempt(sql`select ${sql.ref(column)} from persona`)]).toEqual([column, 'denied']);
  expect(await attempt(sql`update persona set correo = 'x'`)).toBe('denied');
  expect(await attempt(sql`delete from persona`)).toBe('denied');
  expect(await attempt(sql`insert into persona (id, correo) values (${b}, 'x')`)).toBe('denied');
});

describe('a statement over the companies of a session', () => {
  const session = newId(new Date());
  const grantedColumn = (table: string) => sql`select distinct empresa_id from ${sql.table(table)}`;
  const open = async (): Promise<string[]> => {
    const { rows } = await db.owner((tx) =>
      sql<{ name: string }>`select distinct table_name as name from information_schema.column_privileges
        where grantee = 'timbre_cartera' and column_name = 'empresa_id' order by 1`.execute(tx),
    );
    return rows.map(({ name }) => name);
  };
  const seenIn = (table: string, sesionId = session) =>
    db.portfolio(sesionId, async (tx) =>
      (await sql<{ empresa_id: string }>`${grantedColumn(table)}`.execute(tx)).rows.map(({ empresa_id }) => empresa_id),
    );

  beforeAll(async () => {
    await db.system(async (tx) => {
      const times = { creada: new Date(), ultimo_uso: new Date(), expira: new Date() };
      const row = { id: session, hmac: Buffer.from(session), persona_id: a, membresia_id: a, dispositivo: '', ip: '' };
      await tx
        .insertInto('sesion')
        .values({ ...row, ...times })
        .execute();
    });
  });

  test('it sees the companies of the person of the session, and no other, in any table that is open to it', async () => {
    const all = await open();
    expect(all.length).toBeGreaterThan(10);
    for (const name of all) expect([name, await seenIn(name)]).toEqual([name, [a]]);
    expect(await db.portfolio(session, (tx) => tx.selectFrom('empresa').select('id').execute())).toEqual([{ id: a }]);
  });

  test('it sees nothing of a session that does not exist or was closed, nor without one', async () => {
    for (const name of await open()) expect([name, await seenIn(name, newId(new Date()))]).toEqual([name, []]);
    await db.system((tx) => tx.updateTable('sesion').set({ revocada: new Date() }).where('id', '=', session).execute());
    for (const name of await open()) expect([name, await seenIn(name)]).toEqual([name, []]);
    await db.system((tx) => tx.updateTable('sesion').set({ revocada: null }).where('id', '=', session).execute());
    const without = await db.owner(async (tx) => {
      await sql`set local role timbre_cartera`.execute(tx);
      return (await sql`select id from empresa`.execute(tx)).rows;
    });
    expect(without).toEqual([]);
  });

  test('it writes nothing, and reads no secret, no person and no other table', async () => {
    const denied = { code: '42501' };
    const readOnly = { code: '25006' };
    await expect(db.portfolio(session, (tx) => sql`delete from renglon`.execute(tx))).rejects.toMatchObject(readOnly);
    const secrets = ['persona.contrasena_hash', 'sesion.hmac', 'certificado.p12_cifrado', 'quickbooks_conexion.acceso'];
    const others = ['clave_api.hmac', 'evento.datos', 'documento.xml', 'recibido.xml', 'organizacion_miembro.correo'];
    for (const name of [...secrets, ...others, 'empresa.llave_envuelta', 'membresia.nombre_usuario']) {
      const [table, column] = name.split('.') as [string, string];
      const reading = db.portfolio(session, (tx) =>
        sql`select ${sql.ref(column)} from ${sql.table(table)}`.execute(tx),
      );
      await expect(reading, name).rejects.toMatchObject(denied);
    }
  });

  test('a text that is not the id of a session is refused before any SQL', () => {
    expect(() => db.portfolio(`${session}'; drop table trabajo; --`, async () => undefined)).toThrow('Not the id');
  });
});

test('no table has visible rows while no company is set', async () => {
  for (const name of [...tables, 'empresa']) {
    const seen = await db.owner(async (tx) => {
      await sql`set local role timbre_app`.execute(tx);
      return (await sql`select from ${sql.table(name)}`.execute(tx)).rows.length;
    });
    expect([name, seen]).toEqual([name, 0]);
  }
});

test('the isolation of a table is forced, for its owner too', async () => {
  const forced = await tablesWhere(sql`c.relrowsecurity and c.relforcerowsecurity`);
  expect(forced).toEqual(tables);
});
