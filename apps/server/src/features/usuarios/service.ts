import type { Rol } from '@timbre/contract';
import { parseRNC } from '@timbre/values';
import type { Context } from '../../context.ts';
import { hashPassword } from '../../crypto/password.ts';
import { passwordFault } from '../../crypto/password-rules.ts';
import type { Tx } from '../../db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../events/events.ts';
import type { Actor, PersonCaller } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { createUser, endSessions, takenName } from '../sesion/service.ts';
import * as repo from './repo.ts';

const maxUsuarios = 500;

/** The people of a company, the first one first. */
export const listUsuarios = (ctx: Context, empresaId: string): Promise<repo.UsuarioRow[]> =>
  ctx.db.tenant(empresaId, (tx) => repo.listUsuarios(tx, empresaId, maxUsuarios));

/** A person to be given access to the company. */
export interface NewUsuario {
  readonly nombreUsuario: string;
  readonly correo: string;
  readonly contrasena: string;
  readonly rol: Rol;
}

/**
 * Gives a person access to the caller's company.
 *
 * @throws Problem `usuario/invalido`, `usuario/existe` or `contrasena/debil`, with the reason
 */
export async function addUsuario(ctx: Context, { empresaId }: PersonCaller, given: NewUsuario, by: Actor) {
  const { nombreUsuario, correo } = readNames(given.nombreUsuario, given.correo);
  const { rnc } = await ctx.issuers.of(empresaId);
  demandStrength(given.contrasena, [nombreUsuario, correo, rnc]);
  const passwordHash = await hashPassword(given.contrasena);
  const adding = ctx.db.tenant(empresaId, async (tx) => {
    if ((await repo.listUsuarios(tx, empresaId, maxUsuarios)).length === maxUsuarios)
      refuse('usuario/invalido', `Una empresa puede tener ${maxUsuarios} usuarios`);
    const id = await createUser(ctx, tx, { empresaId, rol: given.rol, nombreUsuario, correo, passwordHash });
    const datos = { usuario: nombreUsuario, correo, rol: given.rol, ...by };
    await record(ctx, tx, empresaId, { tipo: 'usuario.creado', sujeto: id, datos });
    return repo.findUsuario(tx, empresaId, id);
  });
  const row = await adding.catch((error: unknown) => {
    const taken = takenName(error);
    if (taken !== undefined) refuse('usuario/existe', taken);
    throw error;
  });
  return row ?? refuse('recurso/no-encontrado');
}

/** A form that an e-mail may have; that it works, only writing to it would show. */
const emailForm = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * A person's names without the blanks around them. A name that could be somebody else's e-mail or a company's RNC is refused:
 * these log in too.
 *
 * @throws Problem `usuario/invalido`
 */
export function readNames(nombreUsuario: string, correo: string) {
  const names = { nombreUsuario: nombreUsuario.trim(), correo: correo.trim() };
  if (names.correo.length > 200 || !emailForm.test(names.correo)) refuse('usuario/invalido', 'El correo no es válido');
  const isOwnEmail = names.nombreUsuario.toLowerCase() === names.correo.toLowerCase();
  if (!isOwnEmail && (names.nombreUsuario.includes('@') || parseRNC(names.nombreUsuario) !== undefined))
    refuse('usuario/invalido', 'El nombre de usuario no puede ser un RNC ni el correo de otra persona');
  if (names.nombreUsuario === '' || /\p{C}/u.test(names.nombreUsuario))
    refuse('usuario/invalido', 'El nombre de usuario no es válido');
  return names;
}

/** Throws Problem `contrasena/debil`, with its fault, unless the password may be used. */
export function demandStrength(password: string, names: readonly string[]): void {
  const fault = passwordFault(password, names);
  if (fault !== undefined) refuse('contrasena/debil', fault);
}

/**
 * Changes what another person of the company may do; their sessions end.
 *
 * @throws Problem `recurso/no-encontrado`, `usuario/imprescindible`
 */
export async function changeRol(ctx: Context, caller: PersonCaller, id: string, rol: Rol, by: Actor) {
  const { empresaId } = caller;
  return ctx.db.system(async (tx) => {
    const row = await findOther(tx, caller, id);
    if (row.rol === rol) return row;
    await repo.setRol(tx, empresaId, id, rol);
    await endSessions(ctx, tx, id);
    const datos = { usuario: row.nombre_usuario, antes: row.rol, rol, ...by };
    await record(ctx, tx, empresaId, { tipo: 'usuario.rol', sujeto: id, datos });
    return { ...row, rol };
  });
}

/**
 * Takes another person's access away. The record keeps their name.
 *
 * @throws Problem `recurso/no-encontrado`, `usuario/imprescindible`
 */
export async function removeUsuario(ctx: Context, caller: PersonCaller, id: string, by: Actor): Promise<void> {
  const { empresaId } = caller;
  await ctx.db.system(async (tx) => {
    const row = await findOther(tx, caller, id);
    await endSessions(ctx, tx, id);
    await repo.deleteUsuario(tx, empresaId, id);
    const datos = { usuario: row.nombre_usuario, correo: row.correo, rol: row.rol, ...by };
    await record(ctx, tx, empresaId, { tipo: 'usuario.eliminado', sujeto: id, datos });
  });
}

/**
 * A person of the caller's company who is not the caller. The caller is an administrator until the transaction ends, so
 * the company always has one: of two who take each other's access away, the second is refused.
 */
async function findOther(tx: Tx, { empresaId, usuarioId }: PersonCaller, id: string): Promise<repo.UsuarioRow> {
  const administrators = await repo.holdAdministrators(tx, empresaId);
  if (!administrators.includes(usuarioId)) refuse('acceso/denegado');
  const row = (await repo.findUsuario(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
  if (row.id === usuarioId) refuse('usuario/imprescindible', 'Pida a otro administrador que cambie su propio acceso');
  return row;
}

const record = (ctx: Context, tx: Tx, empresaId: string, act: NewEvent) =>
  ctx.events.append(tx, empresaId, [act, configuracionEvent('usuarios')]);
