import { contador } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { alignAccess } from '../../domain/companies/organization-access.ts';
import * as repo from '../../domain/companies/organizations-repo.ts';
import { invitationMs, makeInvitation, readNames } from '../../domain/companies/people.ts';
import { deleteWithoutMembership, findPersona, holdPersona, passwordOf } from '../../domain/companies/people-repo.ts';
import { memberMail } from '../../domain/mail/messages.ts';
import { postMail } from '../../domain/mail/outbox.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { Actor, PersonCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { memberCodeFor } from './codes.ts';
import { despachoView, miembroView } from './view.ts';

// The despachos of a person, and who belongs to them.

const { miembrosPorDespacho } = contador.constants;
const mostDespachos = 5;

type Rol = contador.Miembro['rol'];

/** The despachos of the caller, with their people. */
export const listDespachos = (ctx: Context, { personaId }: PersonCaller): Promise<contador.Despacho[]> =>
  ctx.db.system((tx) => readDespachos(tx, personaId));

async function readDespachos(tx: Tx, personaId: string): Promise<contador.Despacho[]> {
  const own = await repo.organizationsOf(tx, personaId);
  const members = await repo.membersOf(
    tx,
    own.map(({ id }) => id),
    miembrosPorDespacho,
  );
  return own.map((one) => despachoView(one, members, personaId));
}

async function readDespacho(tx: Tx, personaId: string, id: string): Promise<contador.Despacho> {
  return (await readDespachos(tx, personaId)).find((one) => one.id === id) ?? refuse('recurso/no-encontrado');
}

/**
 * Throws Problem `contrasena/ajena` unless the person chose their own password: who knows the initial one could enter as
 * them.
 */
async function demandOwnPassword(tx: Tx, personaId: string): Promise<void> {
  if ((await passwordOf(tx, personaId))?.contrasena_propia !== true) refuse('contrasena/ajena');
}

/** A name, without surrounding white space. @throws Problem `despacho/invalido` */
function readName(text: string): string {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name.length < 2 || /\p{C}/u.test(name)) refuse('despacho/invalido', 'El nombre no es válido');
  return name;
}

/**
 * Creates a despacho; the caller is its administrator.
 *
 * @throws Problem `despacho/invalido`, `despacho/limite`, `contrasena/ajena`
 */
export async function createDespacho(
  ctx: Context,
  { personaId }: PersonCaller,
  names: { readonly nombre: string; readonly suNombre: string },
): Promise<contador.Despacho> {
  const [nombre, suNombre] = [readName(names.nombre), readName(names.suNombre)];
  const creado = ctx.clock.now();
  const id = newId(creado);
  return ctx.db.system(async (tx) => {
    await holdPersona(tx, personaId);
    await demandOwnPassword(tx, personaId);
    if ((await repo.countOrganizations(tx, personaId)) >= mostDespachos)
      refuse('despacho/limite', `Una persona puede estar en ${mostDespachos} despachos`);
    const { correo } = (await findPersona(tx, personaId)) ?? refuse('sesion/expirada');
    await repo.insertOrganizacion(
      tx,
      { id, tipo: 'despacho', nombre, creada: creado },
      {
        ...{ organizacion_id: id, id: newId(creado), nombre: suNombre, correo, rol: 'administrador', creado },
        ...{ persona_id: personaId, invitacion_hmac: null, invitacion_vence: null },
      },
    );
    return readDespacho(tx, personaId, id);
  });
}

/**
 * A despacho that the caller administers, locked.
 *
 * @throws Problem `recurso/no-encontrado`, also for one that is not theirs; `acceso/denegado` for a member
 */
export async function holdAdministered(
  tx: Tx,
  { personaId }: Pick<PersonCaller, 'personaId'>,
  id: string,
): Promise<repo.OwnOrganizacion> {
  const own = (await repo.holdOrganizacion(tx, personaId, id)) ?? refuse('recurso/no-encontrado');
  if (own.rol !== 'administrador') refuse('acceso/denegado', 'Lo hace un administrador del despacho');
  return own;
}

/**
 * Adds a person to a despacho, with a code that they enter. The answer is the same whether or not they have a user.
 *
 * @throws Problem `recurso/no-encontrado`, `acceso/denegado`, `usuario/invalido`, `despacho/miembro`, `despacho/limite`
 */
export async function inviteMember(
  ctx: Context,
  caller: PersonCaller,
  id: string,
  input: { readonly nombre: string; readonly correo: string; readonly rol: Rol },
) {
  const { nombreUsuario: nombre, correo } = readNames(readName(input.nombre), input.correo);
  const creado = ctx.clock.now();
  const codigo = makeInvitation();
  return ctx.db.system(async (tx) => {
    const own = await holdAdministered(tx, caller, id);
    const members = await repo.membersOf(tx, [id], miembrosPorDespacho);
    const known = members.find((member) => member.correo === correo);
    if (known?.persona_id) refuse('despacho/miembro');
    if (known) await repo.deleteMiembro(tx, known);
    else if (members.length >= miembrosPorDespacho)
      refuse('despacho/limite', `Un despacho puede tener ${miembrosPorDespacho} personas`);
    const row = {
      ...{ organizacion_id: id, id: newId(creado), nombre, correo, rol: input.rol, persona_id: null, creado },
      invitacion_hmac: memberCodeFor(ctx, correo, codigo),
      invitacion_vence: new Date(creado.getTime() + invitationMs),
    };
    await repo.insertMiembro(tx, row);
    await postMail(ctx, tx, [
      { empresaId: platformRecord, para: correo, ...memberMail(ctx.config, own.nombre, codigo) },
    ]);
    return { ...miembroView(row, caller.personaId), codigo };
  });
}

/**
 * Enters a despacho with a code made for the e-mail of the caller.
 *
 * @throws Problem `despacho/codigo`, `contrasena/ajena`, `despacho/miembro`, `despacho/limite`
 */
export async function enterDespacho(
  ctx: Context,
  { personaId }: PersonCaller,
  codigo: string,
  by: Actor,
): Promise<contador.Despacho> {
  return ctx.db.system(async (tx) => {
    await holdPersona(tx, personaId);
    const { correo } = (await findPersona(tx, personaId)) ?? refuse('sesion/expirada');
    const invited = await repo.findInvitation(tx, memberCodeFor(ctx, correo, codigo), ctx.clock.now());
    if (invited === undefined) return refuse('despacho/codigo');
    await demandOwnPassword(tx, personaId);
    if ((await repo.countOrganizations(tx, personaId)) >= mostDespachos)
      refuse('despacho/limite', `Una persona puede estar en ${mostDespachos} despachos`);
    const nombre = (await repo.holdAny(tx, invited.organizacion_id))!;
    await repo.changeMiembro(tx, invited, { persona_id: personaId, invitacion_hmac: null, invitacion_vence: null });
    await alignAccess(ctx, tx, { id: invited.organizacion_id, nombre }, by);
    return readDespacho(tx, personaId, invited.organizacion_id);
  });
}

/** A member of the despacho, and whether another administrator is left without them. */
async function demandMember(tx: Tx, id: string, miembroId: string) {
  const row = (await repo.findMiembro(tx, id, miembroId)) ?? refuse('recurso/no-encontrado');
  const members = await repo.membersOf(tx, [id], miembrosPorDespacho);
  const isLast = !members.some(
    (other) => other.id !== row.id && other.rol === 'administrador' && other.persona_id !== null,
  );
  return { row, isLast: isLast && row.rol === 'administrador' && row.persona_id !== null };
}

/**
 * Changes what a person of a despacho may do.
 *
 * @throws Problem `recurso/no-encontrado`, `acceso/denegado`, `despacho/administrador`
 */
export const changeMember = (
  ctx: Context,
  caller: PersonCaller,
  ids: { readonly id: string; readonly miembroId: string },
  rol: Rol,
  by: Actor,
): Promise<contador.Miembro> =>
  ctx.db.system(async (tx) => {
    const own = await holdAdministered(tx, caller, ids.id);
    const { row, isLast } = await demandMember(tx, ids.id, ids.miembroId);
    if (isLast && rol !== 'administrador') refuse('despacho/administrador');
    await repo.changeMiembro(tx, row, { rol });
    await alignAccess(ctx, tx, own, by);
    return miembroView({ ...row, rol }, caller.personaId);
  });

/**
 * Removes a person from a despacho, with their access to its clients. Members may remove themselves.
 *
 * @throws Problem `recurso/no-encontrado`, `acceso/denegado`, `despacho/administrador`
 */
export const removeMember = (
  ctx: Context,
  caller: PersonCaller,
  ids: { readonly id: string; readonly miembroId: string },
  by: Actor,
): Promise<void> =>
  ctx.db.system(async (tx) => {
    const own = (await repo.holdOrganizacion(tx, caller.personaId, ids.id)) ?? refuse('recurso/no-encontrado');
    if (own.rol !== 'administrador' && own.miembro_id !== ids.miembroId) refuse('acceso/denegado');
    const { row, isLast } = await demandMember(tx, ids.id, ids.miembroId);
    if (isLast) refuse('despacho/administrador');
    await repo.deleteMiembro(tx, row);
    await alignAccess(ctx, tx, own, by);
    if (row.persona_id !== null) await deleteWithoutMembership(tx, row.persona_id);
  });
