import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { CompiledQuery, sql } from 'kysely';
import type { Db, Tx } from './transactions.ts';

/** Beside this file in the sources, beside the bundle in a build. */
const folder = new URL('./migrations/', import.meta.url);

/** Any number: the lock that starting processes take turns by. */
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
 * Brings the database to this program's schema: each pending migration in its own transaction, one process at a time.
 *
 * @throws Error when an applied migration was changed
 */
export async function migrate(db: Db, migrations?: readonly Migration[]): Promise<void> {
  for (const migration of migrations ?? (await readMigrations())) {
    await db.owner(async (tx) => {
      await sql`select pg_advisory_xact_lock(${migrationLock.toString()}::bigint)`.execute(tx);
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
