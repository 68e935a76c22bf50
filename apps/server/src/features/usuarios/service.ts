import { randomBytes } from 'node:crypto';
import type { Rol } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { lifeOfLink, makeLink } from '../../domain/companies/links-repo.ts';
import * as membresias from '../../domain/companies/memberships-repo.ts';
import { countOrganizations } from '../../domain/companies/organizations-repo.ts';
import {
  demandStrength,
  endSessions,
  giveAccess,
  readNames,
  takeAccess,
  takenName,
  takeTotpAway,
} from '../../domain/companies/people.ts';
import { invitationMail, newUserMail } from '../../domain/mail/messages.ts';
import { postMail } from '../../domain/mail/outbox.ts';
import { keepPassword } from '../../platform/crypto/password-filter.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../platform/events/events.ts';
import type { Actor, PersonCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

export type UsuarioRow = membresias.MembresiaRow;

const maxUsuarios = 500;

/** The people of a company, the oldest membership first. */
export const listUsuarios = (ctx: Context, empresaId: string): Promise<UsuarioRow[]> =>
  ctx.db.tenant(empresaId, (tx) => membresias.listMembresias(tx, empresaId, maxUsuarios));

/** A new person of the company. */
interface NewUsuario {
  readonly nombreUsuario: string;
  readonly correo: string;
  /** Undefined if the person is invited to choose it. */
  readonly contrasena: string | undefined;
  readonly rol: Rol;
}

/**
 * Grants a person access to the caller's company. The work and the answer are the same whether or not the e-mail is
 * already known.
 *
 * @returns the person, and the code of their invitation
 * @throws Problem `usuario/invalido`, `usuario/existe` or `contrasena/debil`, with the reason
 */
export async function addUsuario(ctx: Context, { empresaId }: PersonCaller, input: NewUsuario, by: Actor) {
  const { nombreUsuario, correo } = readNames(input.nombreUsuario, input.correo);
  const { rnc, razonSocial } = await ctx.issuers.of(empresaId);
  if (input.contrasena !== undefined) demandStrength(input.contrasena, [nombreUsuario, correo, rnc]);
  // A random password, shown to no person, keeps the account closed until its owner chooses one.
  const password = await keepPassword(ctx.keyring, input.contrasena ?? randomBytes(32).toString('base64url'));
  const adding = ctx.db.system(async (tx) => {
    if ((await membresias.listMembresias(tx, empresaId, maxUsuarios)).length === maxUsuarios)
      refuse('usuario/invalido', `Una empresa puede tener ${maxUsuarios} usuarios`);
    const member = { empresaId, rol: input.rol, nombreUsuario, correo, password, propia: false };
    const { usuarioId, invitacion } = await giveAccess(ctx, tx, member);
    const datos = { usuario: nombreUsuario, correo, rol: input.rol, ...by };
    await record(ctx, tx, empresaId, { tipo: 'usuario.creado', sujeto: usuarioId, datos });
    const row = (await membresias.findMembresia(tx, empresaId, usuarioId)) ?? refuse('recurso/no-encontrado');
    if (input.contrasena === undefined) await invite(ctx, tx, empresaId, { row, invitacion, razonSocial });
    return { row, invitacion };
  });
  return adding.catch((error: unknown) => {
    const taken = takenName(error);
    if (taken !== undefined) return refuse('usuario/existe', taken);
    throw error;
  });
}

/** Sends the invitation: a link to choose a password for a new account, or the code for an existing one. */
async function invite(
  ctx: Context,
  tx: Tx,
  empresaId: string,
  { row, invitacion, razonSocial }: { row: UsuarioRow; invitacion: string; razonSocial: string },
): Promise<void> {
  const isNew = row.estado === 'activa';
  const mail = isNew
    ? newUserMail(
        ctx.config,
        razonSocial,
        row.nombre_usuario,
        await makeLink(ctx, tx, row.persona_id, lifeOfLink.invitacion),
      )
    : invitationMail(ctx.config, razonSocial, invitacion);
  await postMail(ctx, tx, [{ empresaId, para: row.correo, ...mail }]);
}

/**
 * Changes the role of another person of the company; their sessions there are closed.
 *
 * @throws Problem `recurso/no-encontrado`, `usuario/propio`, `usuario/despacho`
 */
export async function changeRol(ctx: Context, caller: PersonCaller, id: string, rol: Rol, by: Actor) {
  const { empresaId } = caller;
  return ctx.db.system(async (tx) => {
    const row = await findOther(tx, caller, id);
    if (row.despacho !== null) refuse('usuario/despacho');
    if (row.rol === rol) return row;
    await membresias.setRol(tx, empresaId, row.id, rol);
    await endSessions(ctx, tx, { membresiaId: row.id });
    const datos = { usuario: row.nombre_usuario, antes: row.rol, rol, ...by };
    await record(ctx, tx, empresaId, { tipo: 'usuario.rol', sujeto: row.id, datos });
    return { ...row, rol };
  });
}

/**
 * Removes another person's access to the company. The event record retains their name.
 *
 * @throws Problem `recurso/no-encontrado`, `usuario/propio`, `usuario/despacho`
 */
export async function removeUsuario(ctx: Context, caller: PersonCaller, id: string, by: Actor): Promise<void> {
  const { empresaId } = caller;
  await ctx.db.system(async (tx) => {
    const row = await findOther(tx, caller, id);
    if (row.despacho !== null) refuse('usuario/despacho');
    await takeAccess(ctx, tx, { empresaId, usuarioId: row.id, personaId: row.persona_id });
    const datos = { usuario: row.nombre_usuario, correo: row.correo, rol: row.rol, ...by };
    await record(ctx, tx, empresaId, { tipo: 'usuario.eliminado', sujeto: row.id, datos });
  });
}

/**
 * Removes the second factor of another person, who must work only for the company; their sessions are closed.
 *
 * @throws Problem `recurso/no-encontrado`, `usuario/compartido`, `dos-pasos/inactivo`
 */
export async function resetTotp(ctx: Context, caller: PersonCaller, id: string, by: Actor) {
  const { empresaId } = caller;
  return ctx.db.system(async (tx) => {
    const row = await findOther(tx, caller, id);
    await demandOwnPerson(tx, empresaId, row);
    await takeTotpAway(ctx, tx, row.persona_id);
    const datos = { usuario: row.nombre_usuario, ...by };
    await record(ctx, tx, empresaId, { tipo: 'usuario.dos_pasos', sujeto: row.id, datos });
    return { ...row, totp: false };
  });
}

/**
 * Throws Problem `usuario/compartido` unless a person has accepted to work for that company, and works for no other and
 * for no despacho: their credentials are valid in all of these.
 */
export async function demandOwnPerson(
  tx: Tx,
  empresaId: string,
  person: { readonly persona_id: string; readonly estado: 'activa' | 'invitada' },
): Promise<void> {
  const places = await membresias.workplacesOf(tx, person.persona_id);
  const despachos = await countOrganizations(tx, person.persona_id);
  if (person.estado === 'invitada' || despachos > 0 || places.some(({ empresa_id }) => empresa_id !== empresaId))
    refuse('usuario/compartido');
}

/**
 * Another person of the caller's company. It also locks the caller's role of administrator until the transaction ends,
 * so that the company always has one: if two administrators remove each other's access, the second is refused.
 */
async function findOther(tx: Tx, { empresaId, usuarioId }: PersonCaller, id: string): Promise<UsuarioRow> {
  const administrators = await membresias.holdAdministrators(tx, empresaId);
  if (!administrators.includes(usuarioId)) refuse('acceso/denegado');
  const row = (await membresias.findMembresia(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
  if (row.id === usuarioId) refuse('usuario/propio');
  return row;
}

const record = (ctx: Context, tx: Tx, empresaId: string, act: NewEvent) =>
  ctx.events.append(tx, empresaId, [act, configuracionEvent('usuarios')]);
