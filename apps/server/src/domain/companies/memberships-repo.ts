import type { Rol } from '@timbre/contract';
import { sql } from 'kysely';
import type { NewRow } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

// SQL of `membresia`: a person's role in a company. Its id is the contract's UsuarioID.

export const insertMembresia = async (tx: Tx, row: NewRow<'membresia'>): Promise<void> => {
  await tx.insertInto('membresia').values(row).execute();
};

/** A person of a company, as its administrators see them. */
export interface MembresiaRow {
  readonly id: string;
  readonly persona_id: string;
  readonly nombre_usuario: string;
  readonly correo: string;
  readonly rol: Rol;
  readonly estado: 'activa' | 'invitada';
  readonly creado: Date;
  readonly ultimo_acceso: Date | null;
  /** Not disclosed while the invitation is not accepted. */
  readonly totp: boolean;
  /** Name of the organisation whose access this is; null for a person of the company. */
  readonly despacho: string | null;
}

const columns = sql`m.id, m.persona_id, m.nombre_usuario, p.correo, m.rol, m.estado, m.creado, m.ultimo_acceso,
  m.estado = 'activa' and p.totp_desde is not null as totp,
  o.nombre as despacho
  from membresia m join persona p on p.id = m.persona_id left join organizacion o on o.id = m.organizacion_id`;

/** The people of a company, the oldest membership first. */
export async function listMembresias(tx: Tx, empresaId: string, limit: number): Promise<MembresiaRow[]> {
  const { rows } = await sql<MembresiaRow>`
    select ${columns} where m.empresa_id = ${empresaId} order by m.creado, m.id limit ${limit}`.execute(tx);
  return rows;
}

export async function findMembresia(tx: Tx, empresaId: string, id: string): Promise<MembresiaRow | undefined> {
  const { rows } = await sql<MembresiaRow>`
    select ${columns} where m.empresa_id = ${empresaId} and m.id = ${id}`.execute(tx);
  return rows[0];
}

/** Whether a company has an active user of that id or user name. */
export async function hasUser(tx: Tx, empresaId: string, claim: string): Promise<boolean> {
  const row = await tx
    .selectFrom('membresia')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where('estado', '=', 'activa')
    .where((eb) => eb.or([eb(sql<string>`id::text`, '=', claim), eb('nombre_usuario', '=', claim)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** The ids of a company's administrators; the rows are locked until the transaction ends. */
export async function holdAdministrators(tx: Tx, empresaId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('membresia')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where('rol', '=', 'administrador')
    .where('estado', '=', 'activa')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function setRol(tx: Tx, empresaId: string, id: string, rol: Rol): Promise<void> {
  await tx.updateTable('membresia').set({ rol }).where('empresa_id', '=', empresaId).where('id', '=', id).execute();
}

/** Deletes a membership, with its sessions. */
export async function deleteMembresia(tx: Tx, empresaId: string, id: string): Promise<void> {
  await tx.deleteFrom('membresia').where('empresa_id', '=', empresaId).where('id', '=', id).execute();
}

/**
 * A person with a password, by the id that the contract uses: that of a membership, or of the platform's administrator.
 */
export interface PersonRow {
  readonly persona_id: string;
  readonly usuario_id: string;
  readonly empresa_id: string | null;
  readonly rnc: string | null;
  readonly nombre_usuario: string;
  readonly correo: string;
  readonly estado: 'activa' | 'invitada';
}

export async function findPerson(tx: Tx, usuarioId: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select m.persona_id, m.id as usuario_id, m.empresa_id, e.rnc, m.nombre_usuario, p.correo, m.estado
    from membresia m join persona p on p.id = m.persona_id join empresa e on e.id = m.empresa_id where m.id = ${usuarioId}
    union all
    select id, id, null, null, correo, correo, 'activa' from persona where id = ${usuarioId} and es_root`.execute(tx);
  return rows[0];
}

/** A company that a person works for. */
export interface WorkplaceRow {
  readonly id: string;
  readonly empresa_id: string;
  readonly nombre_usuario: string;
  readonly rol: Rol;
  readonly rnc: string;
  readonly razon_social: string;
  readonly ultimo_acceso: Date | null;
}

const workplace = sql`m.id, m.empresa_id, m.nombre_usuario, m.rol, e.rnc, e.razon_social, m.ultimo_acceso
  from membresia m join empresa e on e.id = m.empresa_id`;

/** The companies that a person works for, ordered by name. */
export async function workplacesOf(tx: Tx, personaId: string): Promise<WorkplaceRow[]> {
  const { rows } = await sql<WorkplaceRow>`
    select ${workplace} where m.persona_id = ${personaId} and m.estado = 'activa'
    order by e.razon_social, e.id limit 500`.execute(tx);
  return rows;
}

/** One of the companies that a person works for. */
export async function findWorkplace(tx: Tx, personaId: string, empresaId: string): Promise<WorkplaceRow | undefined> {
  const { rows } = await sql<WorkplaceRow>`
    select ${workplace} where m.persona_id = ${personaId} and m.estado = 'activa' and m.empresa_id = ${empresaId}`.execute(
    tx,
  );
  return rows[0];
}

/** A pending, valid invitation of a person. */
interface InvitationRow {
  readonly rnc: string;
  readonly razon_social: string;
  readonly rol: Rol;
  readonly invitacion_vence: Date;
}

export async function invitationsOf(tx: Tx, personaId: string, now: Date): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select e.rnc, e.razon_social, m.rol, m.invitacion_vence
    from membresia m join empresa e on e.id = m.empresa_id
    where m.persona_id = ${personaId} and m.estado = 'invitada' and m.invitacion_vence > ${now}
    order by m.creado limit 100`.execute(tx);
  return rows;
}

/**
 * Accepts an invitation. Returns the company; undefined if the code is not one of the person's invitations, or has
 * expired.
 */
export async function useInvitation(
  tx: Tx,
  personaId: string,
  hmac: Buffer,
  now: Date,
): Promise<WorkplaceRow | undefined> {
  const { rows } = await sql<{ empresa_id: string }>`
    update membresia set estado = 'activa', invitacion_hmac = null, invitacion_vence = null
    where persona_id = ${personaId} and invitacion_hmac = ${hmac}::bytea and invitacion_vence > ${now}
    returning empresa_id`.execute(tx);
  const [used] = rows;
  return used && findWorkplace(tx, personaId, used.empresa_id);
}

/** The first active user of each of some companies. */
export async function firstUsers(
  tx: Tx,
  empresaIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly correo: string }>> {
  const { rows } = await sql<{ empresa_id: string; id: string; correo: string }>`
    select distinct on (m.empresa_id) m.empresa_id, m.id, p.correo
    from membresia m join persona p on p.id = m.persona_id
    where m.empresa_id = any(${empresaIds}::uuid[]) and m.estado = 'activa'
    order by m.empresa_id, m.creado, m.id`.execute(tx);
  return new Map(rows.map((row) => [row.empresa_id, row]));
}

/** The e-mails of a company's administrators, the oldest membership first. */
export async function administratorsOf(tx: Tx, empresaId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ correo: string }>`
    select p.correo from membresia m join persona p on p.id = m.persona_id
    where m.empresa_id = ${empresaId} and m.rol = 'administrador' and m.estado = 'activa'
    order by m.creado, m.id limit ${limit}`.execute(tx);
  return rows.map(({ correo }) => correo);
}
