import { sql } from 'kysely';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

// SQL of `organizacion` and `organizacion_miembro`. They are not accessible with a company's rights.

export type MiembroRow = Row<'organizacion_miembro'>;

/** Stores an organisation with its first member. */
export async function insertOrganizacion(
  tx: Tx,
  organizacion: NewRow<'organizacion'>,
  miembro: NewRow<'organizacion_miembro'>,
): Promise<void> {
  await tx.insertInto('organizacion').values(organizacion).execute();
  await insertMiembro(tx, miembro);
}

export const insertMiembro = async (tx: Tx, row: NewRow<'organizacion_miembro'>): Promise<void> => {
  await tx.insertInto('organizacion_miembro').values(row).execute();
};

/** An organisation that a person belongs to, and what they are there. */
export interface OwnOrganizacion {
  readonly id: string;
  readonly nombre: string;
  readonly miembro_id: string;
  readonly rol: MiembroRow['rol'];
}

const mostOrganizations = 20;

/** The organisations of a person, by name. */
export async function organizationsOf(tx: Tx, personaId: string): Promise<OwnOrganizacion[]> {
  const { rows } = await sql<OwnOrganizacion>`
    select o.id, o.nombre, m.id as miembro_id, m.rol
    from organizacion_miembro m join organizacion o on o.id = m.organizacion_id
    where m.persona_id = ${personaId} order by o.nombre, o.id limit ${mostOrganizations}`.execute(tx);
  return rows;
}

/** How many organisations a person belongs to. */
export async function countOrganizations(tx: Tx, personaId: string): Promise<number> {
  const { rows } = await sql<{ cuantas: number }>`
    select count(*)::integer as cuantas from organizacion_miembro where persona_id = ${personaId}`.execute(tx);
  return rows[0]!.cuantas;
}

/**
 * One of the organisations of a person, locked until the transaction ends: whatever changes who has access to a company
 * by it, or to which, begins here.
 */
export async function holdOrganizacion(tx: Tx, personaId: string, id: string): Promise<OwnOrganizacion | undefined> {
  await holdAny(tx, id);
  return (await organizationsOf(tx, personaId)).find((one) => one.id === id);
}

/** Locks an organisation until the transaction ends. Returns its name. */
export async function holdAny(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('organizacion').select('nombre').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.nombre;
}

/** The members of organisations, the administrators first, then by name. */
export async function membersOf(tx: Tx, organizacionIds: readonly string[], most: number): Promise<MiembroRow[]> {
  const { rows } = await sql<MiembroRow>`
    select m.* from unnest(${organizacionIds}::uuid[]) as o (id)
    cross join lateral (
      select * from organizacion_miembro where organizacion_id = o.id order by rol, nombre, id limit ${most}) m`.execute(
    tx,
  );
  return rows;
}

export const findMiembro = (tx: Tx, organizacionId: string, id: string): Promise<MiembroRow | undefined> =>
  tx
    .selectFrom('organizacion_miembro')
    .selectAll()
    .where('organizacion_id', '=', organizacionId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The invitation of a code that is still valid. */
export const findInvitation = (tx: Tx, hmac: Buffer, now: Date): Promise<MiembroRow | undefined> =>
  tx
    .selectFrom('organizacion_miembro')
    .selectAll()
    .where('invitacion_hmac', '=', hmac)
    .where('invitacion_vence', '>', now)
    .executeTakeFirst();

export const changeMiembro = async (
  tx: Tx,
  { organizacion_id, id }: Pick<MiembroRow, 'organizacion_id' | 'id'>,
  change: Partial<Pick<MiembroRow, 'rol' | 'persona_id' | 'invitacion_hmac' | 'invitacion_vence'>>,
): Promise<void> => {
  await tx
    .updateTable('organizacion_miembro')
    .set(change)
    .where('organizacion_id', '=', organizacion_id)
    .where('id', '=', id)
    .execute();
};

export const deleteMiembro = async (tx: Tx, { organizacion_id, id }: MiembroRow): Promise<void> => {
  await tx
    .deleteFrom('organizacion_miembro')
    .where('organizacion_id', '=', organizacion_id)
    .where('id', '=', id)
    .execute();
};
