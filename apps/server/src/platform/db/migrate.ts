import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { CompiledQuery, sql } from 'kysely';
import { ConfigError } from '../process/config-error.ts';
import { lockUntilCommit } from './lock.ts';
import type { Db, Tx } from './transactions.ts';

/** Next to this file in the sources, next to the bundle in a build. */
const folder = new URL('./migrations/', import.meta.url);

/** Arbitrary number of the advisory lock that serialises starting processes. */
const migrationLock = 7_301_846_205n;

interface Migration {
  readonly name: string;
  readonly script: string;
  /** SHA-256 of the script, hex. */
  readonly checksum: string;
}

/**
 * Version 0.1.0 had sixty migrations, which `0001-schema.sql` replaces: the schema after both is the same. This is the
 * digest of their list (`listDigest`), from `0001-base.sql` to `0075-mail-known.sql`.
 */
const list010 = { first: '0001-base.sql', digest: 'ced6b6a0a94060157bcf461d39654024ef336511721228790fe4ebd3b39d722e' };

/** The migrations of this program, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(new URL(name, folder), 'utf8');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    }),
  );
}

/**
 * Migrates the database to this program's schema: each pending migration in its own transaction, one process at a time.
 * An account that does not own the tables only checks that the schema is the one that this program needs.
 *
 * A database of version 0.1.0 has the same schema under another list of migrations, which is replaced.
 *
 * @throws Error when an applied migration was changed
 * @throws ConfigError when the account may neither become the roles of the transactions nor be granted them, or migrations are left to
 * the owner, or the database is older than version 0.1.0, or a newer program migrated it further than this one supports
 */
export async function migrate(db: Db): Promise<void> {
  const migrations = await readMigrations();
  await db.owner(ensureRoles).catch(explainRoles);
  const isOwned = await db.owner(isOwner);
  const applied = isOwned ? await db.owner(readApplied) : await db.system(readApplied).catch(unreadable);
  const isOf010 = applied.has(list010.first);
  if (isOf010) refuseOlder(applied);
  else refuseNewer(applied, migrations);
  const pending = migrations.filter(({ name, checksum }) => applied.get(name) !== checksum);
  if (pending.length === 0) return;
  if (!isOwned)
    throw new ConfigError(
      'La base de datos no está al día y este usuario no es su dueño: ejecute «./timbre migrar» con DATABASE_URL de timbre_owner',
    );
  if (isOf010) await db.owner((tx) => replaceList010(tx, migrations[0]!));
  await applyMigrations(db, pending);
}

/** Refuses a database whose migrations are not all those of version 0.1.0. */
function refuseOlder(applied: Applied): void {
  if (listDigest(applied) === list010.digest) return;
  throw new ConfigError(
    `La base de datos es de un programa anterior a la versión 0.1.0 de Timbre (llega a ${[...applied.keys()].sort().at(-1)}): iníciela una vez con la versión 0.1.0, y después con esta`,
  );
}

/** SHA-256, hex, of the names and checksums of migrations, in order. */
function listDigest(applied: Applied): string {
  const lines = [...applied].map(([name, checksum]) => `${name} ${checksum}\n`).sort();
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/** Records `0001-schema.sql` in place of the migrations of version 0.1.0, unless another process has done it. */
async function replaceList010(tx: Tx, schema: Migration): Promise<void> {
  await lockUntilCommit(tx, migrationLock);
  if (!(await readApplied(tx)).has(list010.first)) return;
  await sql`delete from migracion`.execute(tx);
  await recordMigration(tx, schema);
}

const recordMigration = (tx: Tx, { name, checksum }: Migration) =>
  sql`insert into migracion (nombre, huella) values (${name}, ${checksum})`.execute(tx);

function refuseNewer(applied: Applied, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].sort().findLast((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new ConfigError(
    `La base de datos es de una versión más nueva de Timbre (tiene ${unknown}): inicie esa versión, o restaure la copia anterior a la actualización`,
  );
}

/** Applies the migrations of this list that the database does not have. */
export async function applyMigrations(db: Db, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations) {
    await db.owner(async (tx) => {
      await lockUntilCommit(tx, migrationLock);
      const applied = await appliedChecksum(tx, migration.name);
      if (applied === migration.checksum) return;
      if (applied !== undefined)
        throw new Error(`Migration ${migration.name} was changed after it was applied to this database`);
      await tx.executeQuery(CompiledQuery.raw(migration.script));
      await recordMigration(tx, migration);
    });
  }
}

async function appliedChecksum(tx: Tx, name: string): Promise<string | undefined> {
  await sql`
    create table if not exists migracion (
      nombre text primary key, huella text not null, aplicada timestamptz not null default now())`.execute(tx);
  const { rows } = await sql<{ huella: string }>`select huella from migracion where nombre = ${name}`.execute(tx);
  return rows[0]?.huella;
}

/**
 * Creates the roles of the transactions if this cluster lacks them, and lets the account become them. On
 * PostgreSQL 16 and later the creator of a role administers it, but may become it only after a grant.
 */
async function ensureRoles(tx: Tx): Promise<void> {
  await tx.executeQuery(
    CompiledQuery.raw(`
      do $$
      declare
        papel text;
        modo text := case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end;
      begin
        foreach papel in array array['timbre_app', 'timbre_cartera', 'timbre_system'] loop
          if not exists (select from pg_roles where rolname = papel) then
            begin
              execute format('create role %I nologin', papel);
            exception when duplicate_object or unique_violation then null;
            end;
          end if;
          if not pg_has_role(current_user, papel, modo) then execute format('grant %I to current_user', papel); end if;
        end loop;
      end $$`),
  );
}

function explainRoles(error: Error & { code?: string }): never {
  if (error.code !== '42501') throw error;
  throw new ConfigError(
    'El usuario de DATABASE_URL no puede actuar como timbre_app, timbre_cartera y timbre_system: cree los usuarios con «./timbre roles»',
  );
}

/** Whether the account may change the schema: it owns it, or there is none yet and it may create it. */
async function isOwner(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select coalesce(
      (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('public.migracion')),
      has_schema_privilege('public', 'create')) as owns`.execute(tx);
  return rows[0]!.owns;
}

/** Checksums of the applied migrations, by name. */
type Applied = ReadonlyMap<string, string>;

/** The table does not exist, or dates from when only the owner could read it. */
function unreadable(error: Error & { code?: string }): Applied {
  if (error.code === '42P01' || error.code === '42501') return new Map();
  throw error;
}

async function readApplied(tx: Tx): Promise<Applied> {
  const { rows: tables } = await sql`select where to_regclass('public.migracion') is not null`.execute(tx);
  if (tables.length === 0) return new Map();
  const { rows } = await sql<{ nombre: string; huella: string }>`select nombre, huella from migracion`.execute(tx);
  return new Map(rows.map(({ nombre, huella }) => [nombre, huella]));
}
