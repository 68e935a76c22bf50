import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Cluster, makeCluster } from '../../scripts/postgres-cluster.mjs';
import { listPostgres } from '../../scripts/postgres-programs.mjs';
import { EndedEarly, runTimbre } from '../built-server.ts';
import { settled } from '../crash/client.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { startLoad } from './load.ts';

// For the oldest and the newest PostgreSQL available here (in a run of every combination also for those between them):
// the command creates the accounts, the owner migrates, and the server runs as an account that owns nothing, which is
// required with the real DGII.

const runProgram = promisify(execFile);
const database = 'timbre';

/** Runs statements as an account. Returns the rows of the last one, or PostgreSQL's error code. */
async function as(connectionString: string, ...statements: string[]): Promise<unknown[] | string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements.slice(0, -1)) await client.query(statement);
    return (await client.query(statements.at(-1)!)).rows;
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await client.end();
  }
}

const available = listPostgres();
test('a PostgreSQL newer than 15 is available', { skip: process.platform !== 'linux' }, () => {
  expect(available.at(-1)?.version).toBeGreaterThan(15);
});

const judged = inject('every')
  ? available
  : available.filter((each) => each === available[0] || each === available.at(-1));

describe.each(judged)('PostgreSQL $version', (programs) => {
  let cluster: Cluster;
  let addresses: Record<string, string>;
  let place: Place;

  beforeAll(async () => {
    cluster = await makeCluster(programs);
    cluster.admit(['host all timbre_owner,timbre_server,timbre_backup 127.0.0.1/32 scram-sha-256']);
    await cluster.start();
  });
  afterAll(async () => {
    await place?.leave();
    await cluster?.remove();
  });

  test('an account that may create roles and databases suffices alone, with the simulator', async () => {
    await cluster.query('create role comun login createdb createrole');
    await cluster.query('create database suya owner comun');
    const other = await makePlace({ databaseUrl: cluster.url('comun', 'suya') });
    const server = (await other.start())!;
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
    await other.leave();
  }, 300_000);

  /** Runs the command as an administrator. Returns the addresses that it prints. */
  const makeRoles = async (admin: string, expected: number, more: Record<string, string> = {}) => {
    const made = await runTimbre({ DATABASE_URL: cluster.url(admin, database), ...more }, 'roles');
    expect([made.output, made.code]).toEqual([made.output, expected]);
    const printed = [...made.output.matchAll(/postgres:\/\/(timbre_\w+)(:\S+)?@\S+/g)];
    return { ...made, printed: Object.fromEntries(printed.map(([address, account]) => [account!, address])) };
  };

  test('the command makes the database and its accounts, and names what requires a superuser', {
    tags: ['P4.3'],
  }, async () => {
    const { printed, output } = await makeRoles('comun', 1);
    addresses = printed;
    expect(Object.keys(addresses)).toEqual(['timbre_owner', 'timbre_server', 'timbre_backup']);
    expect(output).toContain('alter role timbre_backup bypassrls');
    expect(await as(addresses.timbre_server!, 'select current_user as who')).toEqual([{ who: 'timbre_server' }]);
  });

  test('a second run corrects the accounts; they keep their passwords, or get those that are set', async () => {
    const set = 'siete-vacas-flacas';
    const { printed, output } = await makeRoles('postgres', 0, { TIMBRE_BACKUP_PASSWORD: set });
    expect([new URL(printed.timbre_server!).password, output.includes(set)]).toEqual(['', false]);
    expect(await as(addresses.timbre_server!, 'select 1 as one')).toEqual([{ one: 1 }]);
    const backup = new URL(printed.timbre_backup!);
    backup.password = set;
    addresses.timbre_backup = backup.href;
    expect(await as(addresses.timbre_backup, 'select 1 as one')).toEqual([{ one: 1 }]);
    await makeRoles('postgres', 1, { TIMBRE_OWNER_PASSWORD: 'corta' });
  });

  test('the server does not migrate; the owner does', async () => {
    place = await makePlace({ databaseUrl: addresses.timbre_server, registers: false });
    const refused = await place.timbre('verificar');
    expect(refused.output).toContain('./timbre migrar');
    expect(refused.code).toBe(1);
    const migrated = await runTimbre({ ...place.env, DATABASE_URL: addresses.timbre_owner! }, 'migrar');
    expect([migrated.output, migrated.code]).toEqual(['El esquema está al día.\n', 0]);
    expect((await place.timbre('verificar')).output).toContain('0 comprobantes firmados, 0 hallazgos');
    await place.register();
  });

  test('the server starts with the real DGII as timbre_server, and as no other', {
    timeout: 300_000,
    tags: ['P4.3'],
  }, async () => {
    const started = (await place.start({ TIMBRE_AUTHORITY: 'dgii' }))!;
    expect((await fetch(`${started.address}/readyz`)).status).toBe(200);
    await started.kill('SIGTERM');
    for (const [address, why] of [
      [addresses.timbre_owner!, 'es dueño de las tablas'],
      [cluster.url('postgres', database), 'es superusuario'],
    ] as const) {
      const refused = await place.start({ TIMBRE_AUTHORITY: 'dgii', DATABASE_URL: address }).catch((e: unknown) => e);
      expect(refused).toBeInstanceOf(EndedEarly);
      expect((refused as EndedEarly).message).toContain(why);
    }
  });

  test('the server issues and sends as timbre_server, and companies see their own', async () => {
    const server = (await place.start())!;
    const load = startLoad([server]);
    await load.issued(12);
    await load.stop();
    await load.client.sendWorkbook(server);
    await settled(server);
    await server.kill('SIGTERM');
    expect((await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf)).output).toContain(
      ' 0 hallazgos',
    );

    const address = addresses.timbre_server!;
    const count = 'select count(*)::integer as n from documento';
    const [all] = await cluster.query<{ n: number; id: string }>(
      `select count(*)::integer as n, min(empresa_id::text) as id from documento`,
      database,
    );
    expect(all!.n).toBeGreaterThan(12);
    expect(await as(address, count)).toBe('42501');
    expect(await as(address, 'set role timbre_app', count)).toEqual([{ n: 0 }]);
    expect(await as(address, 'set role timbre_app', `set app.empresa = '${all!.id}'`, count)).toEqual([{ n: all!.n }]);
    expect(await as(address, 'set role timbre_owner', count)).toBe('42501');
    expect(await as(address, 'set role timbre_system', 'alter table documento no force row level security')).toBe(
      '42501',
    );
  }, 300_000);

  test('timbre_backup reads every row and changes none', { tags: ['P4.3'] }, async () => {
    const address = addresses.timbre_backup!;
    const [all] = await cluster.query<{ n: number }>('select count(*)::integer as n from documento', database);
    expect(await as(address, 'select count(*)::integer as n from documento')).toEqual([{ n: all!.n }]);
    for (const statement of [
      `update documento set estado = 'aceptado'`,
      'delete from evento',
      'insert into migracion values (1, 2)',
      'create table mia (n integer)',
      'create temporary table mia (n integer)',
      'set role timbre_system',
      'set role timbre_owner',
      'alter table documento no force row level security',
    ])
      expect([statement, await as(address, statement)]).toEqual([statement, '42501']);
  });

  const dump = join(programs.bin, 'pg_dump');
  test.skipIf(!existsSync(dump))(
    'the dump of timbre_backup is the whole database, once restored where the accounts are',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'timbre-dump-'));
      const file = join(folder, 'timbre.dump');
      const counts = async (name: string) => {
        const tables = await cluster.query<{ name: string }>(
          `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
          name,
        );
        const total = tables.map((table) => `select '${table.name}' as name, count(*) as n from "${table.name}"`);
        return cluster.query(`${total.join(' union all ')} order by 1`, name);
      };
      await runProgram(dump, ['--format=custom', `--file=${file}`, addresses.timbre_backup!]);
      const another = new URL(addresses.timbre_owner!);
      another.pathname = '/otra';
      await runTimbre({ DATABASE_URL: cluster.url('postgres', 'otra') }, 'roles');
      await runProgram(join(programs.bin, 'pg_restore'), [
        '--no-owner',
        '--exit-on-error',
        `--dbname=${another.href}`,
        file,
      ]);
      expect(await counts('otra')).toEqual(await counts(database));
      expect(await counts('otra')).toContainEqual({ name: 'documento', n: expect.stringMatching(/^[1-9]/) });

      const refused = await runProgram(dump, [`--file=${file}`, addresses.timbre_server!]).catch(
        (error: Error) => error,
      );
      expect(String(refused)).toContain('permission denied');
      const other = new URL(addresses.timbre_server!);
      other.pathname = '/otra';
      expect(await as(other.href, 'set role timbre_app', 'select from documento')).toEqual([]);
      expect((await place.timbre('verificar')).output).toContain(' 0 hallazgos');
      rmSync(folder, { recursive: true });
    },
    120_000,
  );
});
