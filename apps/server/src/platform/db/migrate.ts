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
 * @throws Error when an applied migration was changed
 * @throws ConfigError when the account may neither become the two roles nor be granted them, or migrations are left to
 * the owner, or a newer program migrated the database further than this one supports
 */
export async function migrate(db: Db): Promise<void> {
  const migrations = await readMigrations();
  await db.owner(ensureRoles).catch(explainRoles);
  const isOwned = await db.owner(isOwner);
  const applied = isOwned ? await db.owner(readApplied) : await db.system(readApplied).catch(unreadable);
  refuseNewer(applied, migrations);
  const pending = migrations.filter(({ name, checksum }) => applied.get(name) !== checksum);
  if (pending.length === 0) return;
  if (isOwned) return applyMigrations(db, pending);
  throw new ConfigError(
    'La base de datos no está al día y este usuario no es su dueño: ejecute «npm run timbre -- migrar» con DATABASE_URL de timbre_owner',
  );
}

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
      await sql`insert into migracion (nombre, huella) values (${migration.name}, ${migration.checksum})`.execute(tx);
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
 * Creates the two roles of every transaction if this cluster lacks them, and lets the account become them. On
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
        foreach papel in array array['timbre_app', 'timbre_system'] loop
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
    'El usuario de DATABASE_URL no puede actuar como timbre_app y timbre_system: cree los usuarios con «npm run timbre -- roles»',
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
  const { rows: found } = await sql`select where to_regclass('public.migracion') is not null`.execute(tx);
  if (found.length === 0) return new Map();
  const { rows } = await sql<{ nombre: string; huella: string }>`select nombre, huella from migracion`.execute(tx);
  return new Map(rows.map(({ nombre, huella }) => [nombre, huella]));
}
