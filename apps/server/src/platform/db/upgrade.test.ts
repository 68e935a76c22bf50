import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { emision, sesion } from '@timbre/contract';
import { CompiledQuery, sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, type Finding } from '../../domain/comprobantes/ledger/ledger-check.ts';
import { readJournal } from '../../domain/comprobantes/numbers/journal.ts';
import { type Config, readConfig } from '../../domain/config.ts';
import { journalFileOf } from '../../domain/own-files.ts';
import { createApp } from '../../main/app.ts';
import { openSeals } from '../../main/cli/command.ts';
import { testClock } from '../../main/testing/clock.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../main/testing/database.ts';
import { saleOf } from '../../main/testing/draft.ts';
import { callApp, nowhere } from '../../main/testing/server.ts';
import { ConfigError } from '../process/config-error.ts';
import { connectPostgres } from './connect.ts';
import { migrate, readMigrations } from './migrate.ts';
import { catalogOf } from './testing/catalog.ts';
import { upgradeKey } from './testing/upgrade-key.ts';
import type { Db } from './transactions.ts';

// Filled databases of the released versions (tests/make-upgrade-database.ts made them) become databases of this program.

const versions = fileURLToPath(new URL('testing/', import.meta.url));
const released = readdirSync(versions, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const fileOf = (version: string, name: string) => join(versions, version, name);
/** After the last day of each of these databases. */
const clock = testClock(new Date('2026-12-15T14:00:00Z'));

/** The recorded migrations, in order. */
const recorded = (db: Db) =>
  db.owner(async (tx) => {
    const { rows } = await sql<{ name: string; checksum: string }>`
      select nombre as name, huella as checksum from migracion order by nombre`.execute(tx);
    return rows;
  });

/** Creates a database with the content of a released version. */
async function databaseOf(version: string): Promise<TestDatabase> {
  const database = await emptyDatabase();
  const script = gunzipSync(readFileSync(fileOf(version, 'database.sql.gz'))).toString();
  await database.db.owner((tx) => tx.executeQuery(CompiledQuery.raw(`${script}\nreset all;`)));
  return database;
}

describe.each(released.map(({ name }) => name))('a database of version %s', (version) => {
  let database: TestDatabase;
  let config: Config;

  beforeAll(async () => {
    database = await databaseOf(version);
    const dataDir = mkdtempSync(join(tmpdir(), 'timbre-test-'));
    config = { ...readConfig({ TIMBRE_DEMO: '0', TIMBRE_MASTER_KEY: upgradeKey }), dataDir };
    mkdirSync(join(dataDir, 'diario'));
    cpSync(fileOf(version, 'emision.diario'), journalFileOf(config));
  });
  afterAll(async () => {
    await database.drop();
    rmSync(config.dataDir, { recursive: true });
  });

  /** The broken promises, as `verificar` finds them. */
  async function findings(): Promise<Finding[]> {
    const reported: Finding[] = [];
    const journal = (await readJournal(journalFileOf(config))).highest();
    const seals = await openSeals(config, database.db);
    const evidence = { now: clock.now(), autoridad: config.authority, seals, journal };
    await checkLedger(database.db, evidence, (finding) => reported.push(finding));
    return reported;
  }

  test('a migrated database has the schema of a new one, also if several processes migrate it at once', async () => {
    const { db, databaseUrl } = database;
    const quiet = { onWarning: () => undefined };
    const starting = [1, 2, 3].map(() => (databaseUrl === undefined ? db : connectPostgres(databaseUrl, quiet)));
    await Promise.all(starting.map(migrate));
    await Promise.all(starting.filter((each) => each !== db).map((each) => each.close()));
    expect(await recorded(db)).toEqual((await readMigrations()).map(({ name, checksum }) => ({ name, checksum })));
    const fresh = await freshDatabase();
    expect(await catalogOf(db)).toEqual(await catalogOf(fresh.db));
    await fresh.db.close();
    await fresh.drop();
    await migrate(db);
  });

  test('a migrated database breaks no promise, and its company issues with the next number', async () => {
    expect(await findings()).toEqual([]);
    const overrides = { db: database.db, clock, hosts: nowhere, log: pino({ level: 'silent' }) };
    const app = await createApp(config, overrides, (error) => {
      throw error;
    });
    const { db, keyring } = app.context;
    const { rows } = await db.system((tx) =>
      sql<{ rnc: string; last: number }>`
        select e.rnc, max(d.numero) as last from documento d join empresa e on e.id = d.empresa_id
        where d.tipo = 31 and d.ocupa_numero group by e.rnc`.execute(tx),
    );
    const { rnc, last } = rows[0]!;
    const login = { correo: rnc, contrasena: keyring.passwordFor('demo') };
    const { body: session } = await callApp(app, sesion.login, { body: login });
    const { body: invoice } = await callApp(app, emision.enviarFactura, { body: saleOf({}) }, session.apiKey);
    expect(invoice.eNCF).toBe(`E31${String(last + 1).padStart(10, '0')}`);
    expect(await findings()).toEqual([]);
    await app.close();
  });
});

test('a database older than version 0.1.0 is refused, and left as it is', async () => {
  const { db, drop } = await databaseOf('0.1.0');
  for (const [missing, last] of [
    ['0075-mail-known.sql', '0074-key-scopes.sql'],
    ['0034-voided-numbers.sql', '0074-key-scopes.sql'],
  ] as const) {
    await db.owner((tx) => sql`delete from migracion where nombre = ${missing}`.execute(tx));
    const before = await recorded(db);
    await expect(migrate(db)).rejects.toBeInstanceOf(ConfigError);
    await expect(migrate(db)).rejects.toThrow(`llega a ${last}): iníciela una vez con la versión 0.1.0`);
    expect(await recorded(db)).toEqual(before);
  }
  await db.close();
  await drop();
});
