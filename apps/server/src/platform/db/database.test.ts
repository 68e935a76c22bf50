import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../main/testing/database.ts';
import { ConfigError } from '../process/config-error.ts';
import { connectPostgres } from './connect.ts';
import { newId } from './id.ts';
import { applyMigrations, migrate, readMigrations } from './migrate.ts';
import { databaseDangers } from './safety.ts';
import { localSignals } from './signals.ts';
import { afterCommit, beside, type Db, type Tx } from './transactions.ts';

let database: TestDatabase;
let db: Db;
const [a, b] = [newId(new Date()), newId(new Date())];

beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
  await db.system(async (tx) => {
    for (const [id, rnc] of [
      [a, '1'],
      [b, '2'],
    ] as const) {
      await tx
        .insertInto('empresa')
        .values({ id, rnc, razon_social: rnc, llave_envuelta: Buffer.of(1) })
        .execute();
      await insertJob(tx, id);
    }
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const insertJob = (tx: Tx, empresaId: string) => {
  const [id, sujeto] = [newId(new Date()), newId(new Date())];
  return tx.insertInto('trabajo').values({ id, clase: 'x', empresa_id: empresaId, sujeto, en: new Date() }).execute();
};
const companiesOf = async (tx: Tx) =>
  (await tx.selectFrom('trabajo').select('empresa_id').execute()).map((row) => row.empresa_id);

test('a connection released after a conflict does not disturb the next transaction', async () => {
  const ask = (tx: Tx) => sql<{ n: number }>`select ${7}::integer as n`.execute(tx);
  await db.system(ask);
  let attempts = 0;
  const { rows } = await db.system(async (tx) => {
    attempts += 1;
    if (attempts === 1) await sql`do $$ begin raise exception 'x' using errcode = '40001'; end $$`.execute(tx);
    return ask(tx);
  });
  expect([attempts, rows]).toEqual([2, [{ n: 7 }]]);
});

describe('isolation of companies', () => {
  test('a company sees its rows only, whatever it queries', async () => {
    expect(await db.tenant(a, companiesOf)).toEqual([a]);
    expect(await db.tenant(b, companiesOf)).toEqual([b]);
    const empresas = await db.tenant(a, (tx) => tx.selectFrom('empresa').select('id').execute());
    expect(empresas).toEqual([{ id: a }]);
  });

  test('a company cannot write rows of another', async () => {
    await expect(db.tenant(a, (tx) => insertJob(tx, b))).rejects.toMatchObject({ code: '42501' });
    const changed = await db.tenant(a, (tx) =>
      tx.updateTable('trabajo').set({ clase: 'robado' }).where('empresa_id', '=', b).executeTakeFirst(),
    );
    expect(changed.numUpdatedRows).toBe(0n);
  });

  test('a company does not see the sessions, and cannot rewrite the record', async () => {
    const denied = { code: '42501' };
    await expect(db.tenant(a, (tx) => tx.selectFrom('sesion').select('id').execute())).rejects.toMatchObject(denied);
    await expect(db.tenant(a, (tx) => tx.deleteFrom('evento').execute())).rejects.toMatchObject(denied);
    await expect(db.system((tx) => tx.updateTable('evento').set({ tipo: 'x' }).execute())).rejects.toMatchObject(
      denied,
    );
  });

  test('the roles own nothing and have no special attributes', async () => {
    const { rows } = await db.owner((tx) =>
      sql<{ rolname: string; above: boolean; owns: number }>`
        select r.rolname, r.rolsuper or r.rolbypassrls or r.rolcanlogin as above,
          (select count(*) from pg_class c where c.relowner = r.oid) as owns
        from pg_roles r where r.rolname in ('timbre_app', 'timbre_cartera', 'timbre_system') order by 1`.execute(tx),
    );
    expect(rows).toEqual([
      { rolname: 'timbre_app', above: false, owns: 0 },
      { rolname: 'timbre_cartera', above: false, owns: 0 },
      { rolname: 'timbre_system', above: false, owns: 0 },
    ]);
  });

  test('a text that is not the id of a company is refused before any SQL', () => {
    expect(() => db.tenant(`${a}'; drop table trabajo; --`, companiesOf)).toThrow('Not the id');
  });
});

describe('transactions', () => {
  test('a failure undoes everything, and the actions after the commit are not run', async () => {
    let followed = false;
    const work = db.tenant(a, async (tx) => {
      await insertJob(tx, a);
      afterCommit(tx, () => {
        followed = true;
      });
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(followed).toBe(false);
    expect(await db.tenant(a, companiesOf)).toHaveLength(1);
  });

  test('the requested actions follow a commit', async () => {
    let followed = 0;
    await db.tenant(a, async (tx) => {
      afterCommit(tx, () => followed++);
      afterCommit(tx, () => followed++);
      expect(followed).toBe(0);
    });
    expect(followed).toBe(2);
  });

  test('a swallowed failure does not pass for a commit', async () => {
    const work = db.tenant(a, async (tx) => {
      await insertJob(tx, a);
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await db.tenant(a, companiesOf)).toHaveLength(1);
  });

  test('statements awaited together all run, in order', async () => {
    const rows = await db.tenant(a, (tx) =>
      Promise.all([1, 2, 3].map(async (n) => (await sql<{ n: number }>`select ${n}::int as n`.execute(tx)).rows[0]!.n)),
    );
    expect(rows).toEqual([1, 2, 3]);
  });

  test('one failure among statements awaited together fails the transaction and leaves the connection sound', async () => {
    const work = db.tenant(a, (tx) =>
      Promise.all([insertJob(tx, a), sql`select 1 / ${0}::int`.execute(tx), insertJob(tx, a)]),
    );
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await db.tenant(a, companiesOf)).toHaveLength(1);
  });

  test('a serialization failure is tried again, three times at most', async () => {
    let tries = 0;
    const conflict = (tx: Tx) =>
      sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(tx);
    const settled = await db.tenant(a, async (tx) => {
      tries += 1;
      if (tries < 3) await conflict(tx);
      return tries;
    });
    expect(settled).toBe(3);
    tries = 0;
    const hopeless = db.tenant(a, async (tx) => {
      tries += 1;
      await conflict(tx);
    });
    await expect(hopeless).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(4);
  });

  describe('one transaction inside another', () => {
    const warned = () => vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    afterEach(() => vi.restoreAllMocks());

    test('a nested transaction is refused, and reported also where the refusal is caught', async () => {
      const warning = warned();
      const inner = db.system((tx) =>
        db.tenant(a, companiesOf).catch(({ message }: Error) => [message, tx.isTransaction]),
      );
      expect(await inner).toEqual(['A transaction was begun inside another', true]);
      expect(warning).toHaveBeenCalledWith(expect.objectContaining({ name: 'NestedTransaction' }));
    });

    test('a transaction begun beside another runs on its own, though the outer one fails', async () => {
      let companies: Promise<string[]> | undefined;
      const outer = db.system(async () => {
        companies = beside(() => db.tenant(a, companiesOf));
        throw new Error('no');
      });
      await expect(outer).rejects.toThrow('no');
      expect(await companies).toHaveLength(1);
    });

    test('a transaction of a timer or a promise after the end of the outer one is not nested', async () => {
      let ended: (() => void) | undefined;
      const outerEnded = new Promise<void>((resolve) => {
        ended = resolve;
      });
      let companies: Promise<string[]> | undefined;
      await db.system(async () => {
        companies = outerEnded.then(() => db.tenant(a, companiesOf));
      });
      ended?.();
      expect(await companies).toHaveLength(1);
    });

    test('a transaction that a signal causes is not nested', async () => {
      const signals = localSignals();
      let companies: Promise<string[]> | undefined;
      signals.on('tema', () => {
        companies = db.tenant(a, companiesOf);
      });
      await db.system(async () => signals.emit('tema'));
      expect(await companies).toHaveLength(1);
    });
  });

  test('values are the same on both engines', async () => {
    const { rows } = await db.tenant(a, (tx) =>
      sql`select 9007199254740991::bigint as big, 12.50::numeric(18,2) as money, '2026-02-28'::date as day,
        '2026-03-16T14:00:00.123Z'::timestamptz as instant, '{"b":[1,2]}'::jsonb as tree, '\\x00ff'::bytea as bytes,
        ${null}::text as nothing, ${['a', 'b,"c"']}::text[] as list`.execute(tx),
    );
    expect(rows).toEqual([
      {
        big: Number.MAX_SAFE_INTEGER,
        money: '12.50',
        day: '2026-02-28',
        instant: new Date('2026-03-16T14:00:00.123Z'),
        tree: { b: [1, 2] },
        bytes: Buffer.of(0, 255),
        nothing: null,
        list: ['a', 'b,"c"'],
      },
    ]);
    const tooBig = db.tenant(a, (tx) => sql`select ${'9007199254740993'}::bigint as big`.execute(tx));
    await expect(tooBig).rejects.toThrow('does not fit');
  });
});

describe('migrations', () => {
  test('migrations are files of their own number, applied in the order of their numbers', async () => {
    const names = (await readMigrations()).map(({ name }) => name);
    const numbers = names.map((name) => /^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(names.length);
    expect(names).toEqual([...names].sort());
  });

  test('a changed migration that was applied stops the start', async () => {
    const [first, ...rest] = await readMigrations();
    const changed = [{ ...first!, checksum: 'otra' }, ...rest];
    await expect(applyMigrations(db, changed)).rejects.toThrow(`${first!.name} was changed`);
  });

  test('a new migration that fails leaves nothing of itself, and can be applied once corrected', async () => {
    const next = { name: '9999-prueba.sql', checksum: 'x' };
    const broken = { ...next, script: 'create table prueba (n int); select 1 / 0;' };
    await expect(applyMigrations(db, [broken])).rejects.toMatchObject({ code: '22012' });
    const mended = { ...next, script: 'create table prueba (n int);' };
    await applyMigrations(db, [mended]);
    await applyMigrations(db, [mended]);
  });

  test('processes that start together apply each migration once', async () => {
    const { databaseUrl } = database;
    const quiet = { onWarning: () => undefined };
    const starting = [1, 2, 3, 4].map(() => (databaseUrl === undefined ? db : connectPostgres(databaseUrl, quiet)));
    const script = 'create table una_vez (n int); select pg_sleep(0.2);';
    const together = [{ name: '9999-una-vez.sql', checksum: 'y', script }];
    await Promise.all(starting.map((each) => applyMigrations(each, together)));
    await Promise.all(starting.filter((each) => each !== db).map((each) => each.close()));
    const { rows } = await db.owner((tx) => sql`select from migracion where nombre = '9999-una-vez.sql'`.execute(tx));
    expect(rows).toHaveLength(1);
  });
});

test('a database migrated by a newer program is refused, and left as it is', async () => {
  await db.owner((tx) => sql`delete from migracion where nombre ~ '^9'`.execute(tx));
  await db.owner((tx) => sql`insert into migracion (nombre, huella) values ('9999-futura.sql', 'x')`.execute(tx));
  await expect(migrate(db)).rejects.toBeInstanceOf(ConfigError);
  await expect(migrate(db)).rejects.toThrow('9999-futura.sql');
  await db.owner((tx) => sql`delete from migracion where nombre = '9999-futura.sql'`.execute(tx));
  await migrate(db);
});

test('a database that could lose commits, or that ignores isolation, is reported', async () => {
  const dangers = await databaseDangers(db);
  if (db.engine === 'embebida') {
    // In memory, without fsync.
    expect(dangers).toEqual([expect.stringContaining('no resiste un corte de energía')]);
    return;
  }
  const { rows } = await db.owner((tx) =>
    sql<{
      above: boolean;
    }>`select rolsuper or rolbypassrls as above from pg_roles where rolname = current_user`.execute(tx),
  );
  expect(dangers.some((danger) => danger.includes('aislamiento'))).toBe(rows[0]!.above);
  expect(dangers.some((danger) => danger.includes('fsync'))).toBe(false);
});
