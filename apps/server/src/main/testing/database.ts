import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { connectPglite, connectPostgres, type DbEvents } from '../../platform/db/connect.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { startPglite } from '../../platform/db/pglite.ts';
import type { Db } from '../../platform/db/transactions.ts';
import { cached, schemaVersion } from './cache.ts';

/**
 * The address of a PostgreSQL server where tests may create databases. If undefined, they run on the embedded engine.
 */
const server = process.env.TEST_DATABASE_URL;

const loud: DbEvents = {
  onWarning(error) {
    throw error;
  },
  onLost(error) {
    throw error;
  },
};

/** A migrated database for one test file, and its address on PostgreSQL. */
export interface TestDatabase {
  readonly db: Db;
  readonly databaseUrl: string | undefined;
  /** Deletes it, after `db` was closed. */
  drop(): Promise<void>;
}

/** Makes a new migrated database on the engine of this run. */
export async function freshDatabase(): Promise<TestDatabase> {
  return server === undefined ? freshPglite() : freshPostgres(server, await schemaVersion());
}

/** Makes an empty database on the engine of this run, for the tests of migrations. */
export async function emptyDatabase(): Promise<TestDatabase> {
  if (server === undefined) {
    const pglite = await startPglite({}, loud);
    return { db: connectPglite(pglite, loud), databaseUrl: undefined, drop: async () => undefined };
  }
  const name = `timbre_test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, (admin) => admin.query(`create database ${name}`));
  const databaseUrl = withDatabase(server, name);
  const drop = () => administer(server, (admin) => dropDatabase(admin, name));
  return { db: connectPostgres(databaseUrl, loud), databaseUrl, drop };
}

/** In memory, from a dump made by the first test. */
async function freshPglite(): Promise<TestDatabase> {
  const file = await cached('.tar', async (draft) => writeFileSync(draft, await migratedDump()));
  const pglite = await startPglite({ dump: new Uint8Array(readFileSync(file)) }, loud);
  return { db: connectPglite(pglite, loud), databaseUrl: undefined, drop: async () => undefined };
}

async function migratedDump(): Promise<Uint8Array> {
  const pglite = await startPglite({}, loud);
  const db = connectPglite(pglite, loud);
  await migrate(db);
  const dump = await pglite.dump();
  await db.close();
  return dump;
}

/** An arbitrary number: the advisory lock under which test processes create the template. */
const templateLock = 7_301_846_206n;

/** Copied from a template made by the first test of this account, which owns all that is in it. */
async function freshPostgres(url: string, version: string): Promise<TestDatabase> {
  const account = createHash('sha256').update(new URL(url).username).digest('hex').slice(0, 8);
  const template = `timbre_template_${version}_${account}`;
  const name = `timbre_test_${randomUUID().replaceAll('-', '')}`;
  await administer(url, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      const draft = `${template}_draft`;
      await admin.query(`drop database if exists ${draft}`);
      await admin.query(`create database ${draft}`);
      const db = connectPostgres(withDatabase(url, draft), loud);
      await migrate(db);
      await db.close();
      await admin.query(`alter database ${draft} rename to ${template}`);
    }
    await admin.query(`create database ${name} template ${template}`);
  });
  const databaseUrl = withDatabase(url, name);
  const db = connectPostgres(databaseUrl, loud);
  return {
    db,
    databaseUrl,
    drop: () => administer(url, (admin) => dropDatabase(admin, name)),
  };
}

/** Waits for closing connections, as PostgreSQL does for 5 s, and terminates those of a killed process. */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  try {
    await admin.query(`drop database if exists ${name}`);
  } catch {
    await admin.query(`drop database if exists ${name} with (force)`);
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function administer(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
