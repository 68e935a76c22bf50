import { randomBytes } from 'node:crypto';
import type { Rol } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { parseRNC } from '@timbre/values';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { StoredPassword } from '../../platform/crypto/password-filter.ts';
import { passwordFault } from '../../platform/crypto/password-rules.ts';
import { newId } from '../../platform/db/id.ts';
import { afterCommit, type Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent } from '../../platform/events/events.ts';
import type { Accounts } from './accounts.ts';
import type { Keys } from './keys.ts';
import { deleteMembresia, insertMembresia, useInvitation, type WorkplaceRow } from './memberships-repo.ts';
import { deleteWithoutMembership, holdPersona, insertPersona, keepByCorreo, passwordOf } from './people-repo.ts';
import { removeTotp } from './second-factor-repo.ts';
import { type Closing, closeSessions } from './sessions-repo.ts';

// People, their roles in companies, and how these are granted and removed.

/** Accepted form of an e-mail address. Whether it exists is not checked. */
const emailForm = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * A person's names without surrounding white space, the e-mail in lower case. A user name is refused if it has the form
 * of an e-mail, of a company's RNC or of a name in a company (`RNC/name`), because these also log in.
 *
 * @throws Problem `usuario/invalido`
 */
export function readNames(nombreUsuario: string, correo: string) {
  const names = { nombreUsuario: nombreUsuario.trim(), correo: correo.trim().toLowerCase() };
  if (names.correo.length > 200 || !emailForm.test(names.correo)) refuse('usuario/invalido', 'El correo no es válido');
  const isOwnEmail = names.nombreUsuario.toLowerCase() === names.correo;
  if (!isOwnEmail && (/[@/]/.test(names.nombreUsuario) || parseRNC(names.nombreUsuario) !== undefined))
    refuse('usuario/invalido', 'El nombre de usuario no puede ser un RNC, ni llevar «@» ni «/»');
  if (names.nombreUsuario === '' || /\p{C}/u.test(names.nombreUsuario))
    refuse('usuario/invalido', 'El nombre de usuario no es válido');
  return names;
}

/** Throws Problem `contrasena/debil`, with the reason, unless the password is acceptable. */
export function demandStrength(password: string, names: readonly string[]): void {
  const fault = passwordFault(password, names);
  if (fault !== undefined) refuse('contrasena/debil', fault);
}

/** A person who is to get access to a company. */
interface NewMember {
  readonly empresaId: string;
  readonly rol: Rol;
  readonly nombreUsuario: string;
  /** In lower case. */
  readonly correo: string;
  /** Password for a new person. A person who already has an account with that e-mail keeps their own. */
  readonly password: StoredPassword;
  /** Whether the person chose the password, so that no other person knows it. */
  readonly propia: boolean;
  /** Person who has proved their identity with their password: they need no invitation. */
  readonly personaId?: string | null;
}

/** How long an invitation is valid. */
export const invitationMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * Gives a person access to a company. A new person, or one who proved their identity, has it at once; a person whose
 * e-mail already has an account is invited. The work is the same in both cases, so that its duration does not reveal
 * whether the account exists.
 *
 * @returns their id in the company, the code that accepts the invitation, and whether it must be entered
 */
export async function giveAccess(
  ctx: Pick<Accounts, 'clock' | 'keyring'>,
  tx: Tx,
  member: NewMember,
): Promise<{ usuarioId: string; invitacion: string; estado: 'activa' | 'invitada' }> {
  const now = ctx.clock.now();
  const { empresaId, rol, nombreUsuario, correo, password, propia } = member;
  const [usuarioId, newPersonaId] = [newId(now), newId(now)];
  const newPersona = { id: newPersonaId, correo, password, propia, esRoot: false };
  let isNew = await insertPersona(tx, newPersona);
  let persona = await keepByCorreo(tx, correo);
  while (persona === undefined) {
    // The person with this e-mail was deleted in the meantime, with the last of their memberships.
    isNew = await insertPersona(tx, newPersona);
    persona = await keepByCorreo(tx, correo);
  }
  const invitacion = makeInvitation();
  const estado = isNew || member.personaId === persona.id ? 'activa' : 'invitada';
  await insertMembresia(tx, {
    empresa_id: empresaId,
    id: usuarioId,
    persona_id: persona.id,
    nombre_usuario: nombreUsuario,
    rol,
    estado,
    invitacion_hmac: invitationHmac(ctx.keyring, persona.id, invitacion),
    invitacion_vence: new Date(now.getTime() + invitationMs),
  });
  return { usuarioId, invitacion, estado };
}

/** Creates an administrator of the platform. */
export async function addRoot(
  ctx: Pick<Accounts, 'clock'>,
  tx: Tx,
  login: string,
  password: StoredPassword,
): Promise<string> {
  const id = newId(ctx.clock.now());
  if (!(await insertPersona(tx, { id, correo: login.toLowerCase(), password, propia: true, esRoot: true })))
    throw new Error('Somebody else has the log-in name of the administrator of the platform');
  return id;
}

/** Which of a person's names is already taken in the company, in Spanish; undefined if the error has another cause. */
export function takenName(error: unknown): string | undefined {
  const { constraint } = error as { readonly constraint?: string };
  if (constraint === 'membresia_nombre') return 'Ese nombre de usuario ya está en uso';
  return constraint === 'membresia_persona' ? 'Ese correo ya tiene un usuario' : undefined;
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A code of 80 bits, in groups of four characters. */
export const makeInvitation = (): string =>
  Array.from(randomBytes(16), (byte) => letters[byte % letters.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** The stored form of a code: it is valid only for the person that it was made for, or for what else `whom` names. */
export const invitationHmac = (keyring: Keyring, whom: string, code: string): Buffer =>
  keyring.digest('invitations', `${whom} ${code.replace(/[\s-]/g, '').toLowerCase()}`);

/**
 * Accepts an invitation for a person. They must have chosen their own password first: the person who created the
 * account knows the initial one and could use it to enter.
 *
 * @throws Problem `invitacion/invalida`, `contrasena/ajena`
 */
export async function acceptInvitation(
  ctx: Accounts,
  tx: Tx,
  personaId: string,
  code: string,
  ip: string,
): Promise<WorkplaceRow> {
  const person = await passwordOf(tx, personaId);
  if (person === undefined || person.es_root) return refuse('invitacion/invalida');
  if (!person.contrasena_propia) refuse('contrasena/ajena');
  const used = await useInvitation(tx, personaId, invitationHmac(ctx.keyring, personaId, code), ctx.clock.now());
  if (used === undefined) return refuse('invitacion/invalida');
  const datos = { rol: used.rol, por: used.nombre_usuario, ip };
  const act = { tipo: 'usuario.aceptado', sujeto: used.id, datos } as const;
  await ctx.events.append(tx, used.empresa_id, [act, configuracionEvent('usuarios')]);
  return used;
}

/** Removes a person's access to a company, and deletes the person with the last one. */
export async function takeAccess(
  ctx: Pick<Accounts, 'clock'> & WithKeys,
  tx: Tx,
  member: { readonly empresaId: string; readonly usuarioId: string; readonly personaId: string },
): Promise<void> {
  await holdPersona(tx, member.personaId);
  await endSessions(ctx, tx, { membresiaId: member.usuarioId });
  await deleteMembresia(tx, member.empresaId, member.usuarioId);
  await deleteWithoutMembership(tx, member.personaId);
}

/** The cache of open sessions, to be cleared. */
interface WithKeys {
  readonly keys: Keys;
}

/** Closes sessions in the caller's transaction. */
export async function endSessions(ctx: Pick<Accounts, 'clock'> & WithKeys, tx: Tx, which: Closing): Promise<void> {
  await closeSessions(tx, which, ctx.clock.now());
  afterCommit(tx, () => ctx.keys.forget());
}

/**
 * Removes a person's second factor and closes their sessions, in the caller's transaction.
 *
 * @throws Problem `dos-pasos/inactivo` if there is none
 */
export async function takeTotpAway(ctx: Pick<Accounts, 'clock'> & WithKeys, tx: Tx, personaId: string): Promise<void> {
  if (!(await removeTotp(tx, personaId))) refuse('dos-pasos/inactivo');
  await endSessions(ctx, tx, { personaId });
}
