import type { Rol } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/transactions.ts';

/** A session is over after this long unused, whatever its end. */
export const idleMs = 2 * 60 * 60 * 1_000;

/** A person who may log in. */
export interface UserRow {
  id: string;
  nombre_usuario: string;
  contrasena_hash: string;
  rol: 'root' | Rol;
  empresa_id: string | null;
  /** False while the company registered by itself and nobody has approved it. */
  aprobada: boolean;
}

/** By user name, e-mail, or – the company's first user – its RNC. */
export async function findUser(tx: Tx, login: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select found.id, nombre_usuario, contrasena_hash, rol, empresa_id,
      found.empresa_id is null or e.aprobada is not null as aprobada from (
      select 1 as turn, u.* from usuario u where lower(u.nombre_usuario) = lower(${login})
      union all
      select 2, u.* from usuario u where lower(u.correo) = lower(${login})
      union all
      (select 3, u.* from usuario u join empresa e on e.id = u.empresa_id
       where e.rnc = ${login.replace(/[\s-]/g, '')} order by u.creado, u.id limit 1)
    ) found left join empresa e on e.id = found.empresa_id order by turn limit 1`.execute(tx);
  return rows[0];
}

/** Whether the person ever logged in from that address. */
export async function knowsAddress(tx: Tx, usuarioId: string, ip: string): Promise<boolean> {
  const found = await tx
    .selectFrom('sesion')
    .select('id')
    .where('usuario_id', '=', usuarioId)
    .where('ip', '=', ip)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export interface NewSession {
  id: string;
  hmac: Buffer;
  usuarioId: string;
  dispositivo: string;
  ip: string;
  now: Date;
  expira: Date;
}

/** Opens a session; of more than `most` open, the one used longest ago is closed. Forgets those a month over. */
export async function insertSession(tx: Tx, session: NewSession, most: number): Promise<void> {
  const { id, hmac, usuarioId, dispositivo, ip, now, expira } = session;
  await tx
    .insertInto('sesion')
    .values({
      id,
      hmac,
      usuario_id: usuarioId,
      dispositivo,
      ip,
      creada: now,
      ultimo_uso: now,
      contrasena_dada: now,
      expira,
    })
    .execute();
  await tx.updateTable('usuario').set({ ultimo_acceso: now }).where('id', '=', usuarioId).execute();
  await sql`
    update sesion set revocada = ${now} where id in (
      select id from sesion where usuario_id = ${usuarioId} and revocada is null order by ultimo_uso desc offset ${most})`.execute(
    tx,
  );
  await sql`
    delete from sesion where usuario_id = ${usuarioId} and expira < ${now}::timestamptz - interval '30 days'`.execute(
    tx,
  );
}

const openAt = (now: Date) =>
  sql<boolean>`s.revocada is null and s.expira > ${now} and s.ultimo_uso > ${new Date(now.getTime() - idleMs)}`;

export interface OpenSession {
  id: string;
  usuario_id: string;
  ultimo_uso: Date;
  expira: Date;
  nombre_usuario: string;
  rol: 'root' | Rol;
  empresa_id: string | null;
}

export async function findOpenSession(tx: Tx, hmac: Buffer, now: Date): Promise<OpenSession | undefined> {
  const { rows } = await sql<OpenSession>`
    select s.id, s.usuario_id, s.ultimo_uso, s.expira, u.nombre_usuario, u.rol, u.empresa_id
    from sesion s join usuario u on u.id = s.usuario_id
    where s.hmac = ${hmac} and ${openAt(now)}`.execute(tx);
  return rows[0];
}

export async function isSessionOpen(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from sesion s where s.id = ${id} and ${openAt(now)}`.execute(tx);
  return rows.length > 0;
}

/** When the person last gave their password in a session; undefined when it is not open. */
export async function passwordGivenAt(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ contrasena_dada: Date | null } | undefined> {
  const { rows } = await sql<{ contrasena_dada: Date | null }>`
    select s.contrasena_dada from sesion s where s.id = ${id} and ${openAt(now)}`.execute(tx);
  return rows[0];
}

export async function markPasswordGiven(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('sesion').set({ contrasena_dada: now }).where('id', '=', id).execute();
}

export async function touchSession(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('sesion').set({ ultimo_uso: now }).where('id', '=', id).where('ultimo_uso', '<', now).execute();
}

export interface SessionRow {
  id: string;
  dispositivo: string;
  ip: string;
  creada: Date;
  ultimo_uso: Date;
}

export async function openSessionsOf(tx: Tx, usuarioId: string, now: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.dispositivo, s.ip, s.creada, s.ultimo_uso from sesion s
    where s.usuario_id = ${usuarioId} and ${openAt(now)} order by s.ultimo_uso desc limit 100`.execute(tx);
  return rows;
}

/** Closes one session of the person, or all. Gives how many were closed. */
export async function closeSessions(tx: Tx, usuarioId: string, id: string | undefined, now: Date): Promise<number> {
  let closing = tx
    .updateTable('sesion')
    .set({ revocada: now })
    .where('usuario_id', '=', usuarioId)
    .where('revocada', 'is', null);
  if (id !== undefined) closing = closing.where('id', '=', id);
  return (await closing.returning('id').execute()).length;
}

/** Closes the person's sessions, all but the one kept. */
export async function closeOtherSessions(
  tx: Tx,
  usuarioId: string,
  kept: string | undefined,
  now: Date,
): Promise<void> {
  let closing = tx
    .updateTable('sesion')
    .set({ revocada: now })
    .where('usuario_id', '=', usuarioId)
    .where('revocada', 'is', null);
  if (kept !== undefined) closing = closing.where('id', '<>', kept);
  await closing.execute();
}

export interface KeyRow {
  id: string;
  empresa_id: string;
  ultimo_uso: Date | null;
  ultimos: string;
}

/** The integration key, while it is not revoked. */
export async function findKey(tx: Tx, hmac: Buffer): Promise<KeyRow | undefined> {
  return await tx
    .selectFrom('clave_api')
    .select(['id', 'empresa_id', 'ultimo_uso', 'ultimos'])
    .where('hmac', '=', hmac)
    .where('revocada', 'is', null)
    .executeTakeFirst();
}

export async function isKeyOpen(tx: Tx, empresaId: string, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('clave_api')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('revocada', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function touchKey(tx: Tx, empresaId: string, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('clave_api')
    .set({ ultimo_uso: now })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute();
}

/** Who the person is, for the screens. */
export interface ProfileRow {
  id: string;
  nombre_usuario: string;
  rol: 'root' | Rol;
  rnc: string | null;
  razon_social: string | null;
  ambiente: 'testecf' | 'certecf' | 'ecf' | null;
  demo: boolean | null;
}

export async function profileOf(tx: Tx, usuarioId: string): Promise<ProfileRow> {
  return await tx
    .selectFrom('usuario as u')
    .leftJoin('empresa as e', 'e.id', 'u.empresa_id')
    .select(['u.id', 'u.nombre_usuario', 'u.rol', 'e.rnc', 'e.razon_social', 'e.ambiente', 'e.demo'])
    .where('u.id', '=', usuarioId)
    .executeTakeFirstOrThrow();
}

/** What is kept of the person's password; undefined when there is no such person any more. */
export async function passwordHashOf(tx: Tx, usuarioId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('usuario').select('contrasena_hash').where('id', '=', usuarioId).executeTakeFirst();
  return row?.contrasena_hash;
}
