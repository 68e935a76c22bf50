import type { Rol } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import { networkOf } from '../../platform/input/client-address.ts';

// SQL of `sesion`. A session belongs to a person and works for one of their companies.

/** A session ends after this long without use, even before it expires. */
const idleMs = 2 * 60 * 60 * 1_000;

/** Whether the person has logged in from that address before, or from its network in IPv6, where addresses change. */
export async function knowsAddress(tx: Tx, personaId: string, ip: string): Promise<boolean> {
  const network = networkOf(ip);
  const { rows } = await sql`
    select from sesion where persona_id = ${personaId} and (ip = ${ip} or case
      when ip ~ '^[0-9a-fA-F:]*:[0-9a-fA-F:]*$' then ip::inet <<= ${network.includes('/') ? network : null}::inet end)
    limit 1`.execute(tx);
  return rows.length > 0;
}

interface NewSession {
  readonly id: string;
  readonly hmac: Buffer;
  readonly personaId: string;
  /** null for the platform's administrator. */
  readonly membresiaId: string | null;
  readonly dispositivo: string;
  readonly ip: string;
  readonly now: Date;
  readonly expira: Date;
  /** When the person last entered their password. */
  readonly contrasenaDada: Date | null;
}

/**
 * Opens a session. If more than `most` are open, the least recently used is closed. Deletes sessions that expired a
 * month ago.
 */
export async function insertSession(tx: Tx, session: NewSession, most: number): Promise<void> {
  const { id, hmac, personaId, membresiaId, dispositivo, ip, now, expira, contrasenaDada } = session;
  await tx
    .insertInto('sesion')
    .values({
      id,
      hmac,
      persona_id: personaId,
      membresia_id: membresiaId,
      dispositivo,
      ip,
      creada: now,
      ultimo_uso: now,
      contrasena_dada: contrasenaDada,
      expira,
      acceso_anterior:
        membresiaId === null
          ? sql<Date | null>`(select max(creada) from sesion where persona_id = ${personaId})`
          : sql<Date | null>`(select ultimo_acceso from membresia where id = ${membresiaId})`,
    })
    .execute();
  if (membresiaId !== null)
    await tx.updateTable('membresia').set({ ultimo_acceso: now }).where('id', '=', membresiaId).execute();
  await sql`
    update sesion set revocada = ${now} where id in (
      select id from sesion where persona_id = ${personaId} and revocada is null order by ultimo_uso desc offset ${most})`.execute(
    tx,
  );
  await sql`
    delete from sesion where persona_id = ${personaId} and expira < ${now}::timestamptz - interval '30 days'`.execute(
    tx,
  );
}

const openAt = (now: Date) =>
  sql<boolean>`s.revocada is null and s.expira > ${now} and s.ultimo_uso > ${new Date(now.getTime() - idleMs)}`;

interface OpenSession {
  id: string;
  persona_id: string;
  usuario_id: string;
  ultimo_uso: Date;
  nombre_usuario: string;
  rol: 'root' | Rol;
  empresa_id: string | null;
  totp: boolean;
}

export async function findOpenSession(tx: Tx, hmac: Buffer, now: Date): Promise<OpenSession | undefined> {
  const { rows } = await sql<OpenSession>`
    select s.id, s.persona_id, coalesce(m.id, p.id) as usuario_id, s.ultimo_uso,
      coalesce(m.nombre_usuario, p.correo) as nombre_usuario, coalesce(m.rol, 'root') as rol, m.empresa_id,
      p.totp_desde is not null as totp
    from sesion s join persona p on p.id = s.persona_id left join membresia m on m.id = s.membresia_id
    where s.hmac = ${hmac} and ${openAt(now)} and (m.estado = 'activa' or p.es_root and s.membresia_id is null)`.execute(
    tx,
  );
  return rows[0];
}

export async function isSessionOpen(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from sesion s where s.id = ${id} and ${openAt(now)}`.execute(tx);
  return rows.length > 0;
}

/** The data that a session keeps when its person changes to another company; undefined if it is not open. */
export async function holdOpenSession(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ contrasena_dada: Date | null; expira: Date; dispositivo: string; ip: string } | undefined> {
  const { rows } = await sql<{ contrasena_dada: Date | null; expira: Date; dispositivo: string; ip: string }>`
    select s.contrasena_dada, s.expira, s.dispositivo, s.ip from sesion s
    where s.id = ${id} and ${openAt(now)} for no key update`.execute(tx);
  return rows[0];
}

/** When the person last entered their password in a session; undefined if it is not open. */
export async function passwordConfirmedAt(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ contrasena_dada: Date | null } | undefined> {
  const { rows } = await sql<{ contrasena_dada: Date | null }>`
    select s.contrasena_dada from sesion s where s.id = ${id} and ${openAt(now)}`.execute(tx);
  return rows[0];
}

export async function markPasswordConfirmed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('sesion').set({ contrasena_dada: now }).where('id', '=', id).execute();
}

export async function touchSession(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('sesion').set({ ultimo_uso: now }).where('id', '=', id).where('ultimo_uso', '<', now).execute();
}

/** Records that the company's Secret Key was validated in this session. */
export async function markSecretValidated(tx: Tx, sesionId: string, now: Date): Promise<void> {
  await tx.updateTable('sesion').set({ secreto_validado: now }).where('id', '=', sesionId).execute();
}

/** When the company's Secret Key was last validated in this session. */
export async function secretValidatedAt(tx: Tx, sesionId: string): Promise<Date | null> {
  const row = await tx.selectFrom('sesion').select('secreto_validado').where('id', '=', sesionId).executeTakeFirst();
  return row?.secreto_validado ?? null;
}

export interface SessionRow {
  id: string;
  dispositivo: string;
  ip: string;
  creada: Date;
  ultimo_uso: Date;
  razon_social: string | null;
}

/** The open sessions of a person, in any company, the most recently used first. */
export async function openSessionsOf(tx: Tx, personaId: string, now: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.dispositivo, s.ip, s.creada, s.ultimo_uso, e.razon_social from sesion s
    left join membresia m on m.id = s.membresia_id left join empresa e on e.id = m.empresa_id
    where s.persona_id = ${personaId} and ${openAt(now)} order by s.ultimo_uso desc limit 100`.execute(tx);
  return rows;
}

/** Which sessions to close: all of a person, those of one membership, or one session of a person. */
export interface Closing {
  readonly personaId?: string;
  readonly membresiaId?: string;
  readonly id?: string | undefined;
  /** Id of a session that stays open. */
  readonly except?: string | undefined;
}

/** Closes sessions. Returns the membership and company of each. */
export async function closeSessions(
  tx: Tx,
  { personaId, membresiaId, id, except }: Closing,
  now: Date,
): Promise<{ usuario_id: string; empresa_id: string | null }[]> {
  const { rows } = await sql<{ usuario_id: string; empresa_id: string | null }>`
    with closed as (
      update sesion set revocada = ${now} where revocada is null
        ${personaId === undefined ? sql`` : sql`and persona_id = ${personaId}`}
        ${membresiaId === undefined ? sql`` : sql`and membresia_id = ${membresiaId}`}
        ${id === undefined ? sql`` : sql`and id = ${id}`}
        ${except === undefined ? sql`` : sql`and id <> ${except}`}
      returning persona_id, membresia_id)
    select coalesce(m.id, c.persona_id) as usuario_id, m.empresa_id
    from closed c left join membresia m on m.id = c.membresia_id`.execute(tx);
  return rows;
}

/** The person and company of a session, for the screens. */
export interface ProfileRow {
  id: string;
  nombre_usuario: string;
  correo: string;
  rol: 'root' | Rol;
  empresa_id: string | null;
  rnc: string | null;
  razon_social: string | null;
  ambiente: 'testecf' | 'certecf' | 'ecf' | null;
  demo: boolean | null;
  expira: Date;
  acceso_anterior: Date | null;
}

export async function profileOf(tx: Tx, sesionId: string): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select coalesce(m.id, p.id) as id, coalesce(m.nombre_usuario, p.correo) as nombre_usuario, p.correo,
      coalesce(m.rol, 'root') as rol, e.id as empresa_id, e.rnc, e.razon_social, e.ambiente, e.demo, s.expira, s.acceso_anterior
    from sesion s join persona p on p.id = s.persona_id
    left join membresia m on m.id = s.membresia_id left join empresa e on e.id = m.empresa_id
    where s.id = ${sesionId}`.execute(tx);
  return rows[0];
}
