import { sql } from 'kysely';
import type { Db } from './transactions.ts';

const withoutFsync =
  'Base de datos embebida con TIMBRE_FSYNC=0: no resiste un corte de energía. Para comprobantes reales quite ese ajuste o use PostgreSQL (DATABASE_URL).';
const useServer = 'use timbre_server («./timbre roles» lo crea).';

interface Settings {
  readonly fsync: string;
  readonly synchronous_commit: string;
  readonly full_page_writes: string;
  readonly above_isolation: boolean;
  readonly may_lift_isolation: boolean;
}

/**
 * Faults of a database's set-up that make it unsafe for fiscal numbers.
 *
 * @returns one Spanish sentence for each
 */
export async function databaseDangers(db: Db): Promise<string[]> {
  if (db.engine === 'embebida') return (await hasFsync(db)) ? [] : [withoutFsync];
  const { rows } = await db.owner((tx) =>
    sql<Settings>`
      select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
        current_setting('full_page_writes') as full_page_writes, rolsuper or rolbypassrls as above_isolation,
        rolcreaterole or exists (
          select from pg_class where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'member')
        ) as may_lift_isolation
      from pg_roles where rolname = current_user`.execute(tx),
  );
  const { fsync, synchronous_commit, full_page_writes, above_isolation, may_lift_isolation } = rows[0]!;
  return [
    ...(fsync === 'off' ? ['PostgreSQL tiene fsync=off: un corte de energía perdería comprobantes emitidos.'] : []),
    ...(synchronous_commit === 'off'
      ? ['PostgreSQL tiene synchronous_commit=off: una caída perdería los últimos comprobantes emitidos.']
      : []),
    ...(full_page_writes === 'off'
      ? ['PostgreSQL tiene full_page_writes=off: una caída puede dañar la base de datos.']
      : []),
    ...(above_isolation
      ? [`El usuario de PostgreSQL es superusuario o ignora el aislamiento entre empresas; ${useServer}`]
      : may_lift_isolation
        ? [`El usuario de PostgreSQL es dueño de las tablas o crea usuarios: puede quitar el aislamiento; ${useServer}`]
        : []),
  ];
}

async function hasFsync(db: Db): Promise<boolean> {
  const { rows } = await db.owner((tx) =>
    sql<Pick<Settings, 'fsync'>>`select current_setting('fsync') as fsync`.execute(tx),
  );
  return rows[0]!.fsync === 'on';
}
