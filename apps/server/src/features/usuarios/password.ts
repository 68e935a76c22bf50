import { refuse } from '@timbre/refusal';
import { findPerson, type PersonRow, workplacesOf } from '../../domain/companies/memberships-repo.ts';
import { demandStrength, endSessions } from '../../domain/companies/people.ts';
import { setPassword } from '../../domain/companies/people-repo.ts';
import { recordActOnEmpresa } from '../../domain/companies/record-act.ts';
import { keepPassword } from '../../platform/crypto/password-filter.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { Actor, SessionCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { demandOwnPerson } from './service.ts';

/** A password to be set. */
interface PasswordChange {
  readonly usuarioId: string;
  readonly password: string;
  readonly repeated: string;
  /** The present password, required to change one's own. */
  readonly current: string | undefined;
  /** Code of the second factor, if the person has one. */
  readonly codigo: string | undefined;
}

/**
 * Sets a password. People set their own by entering the present one. An administrator sets those of people who work
 * only for the company, and the platform's administrator those of any person of a company; both must have entered their
 * own password a short while ago. The person's other sessions are closed. Only a password that a person set counts as
 * their own: any other is known to another person.
 *
 * @throws Problem `contrasena/…`, `acceso/denegado`, `recurso/no-encontrado`, `usuario/compartido`, `sesion/confirmar`
 */
export async function changePassword(
  ctx: Context,
  caller: SessionCaller,
  { usuarioId, password, repeated, current, codigo }: PasswordChange,
  by: Actor,
): Promise<void> {
  if (password !== repeated) refuse('contrasena/distinta');
  const person = await ctx.db.system((tx) => findPerson(tx, usuarioId));
  const own = person?.usuario_id === caller.usuarioId;
  if (!own && caller.rol !== 'administrador' && caller.rol !== 'root') refuse('acceso/denegado');
  if (person === undefined || !(own || mayReset(caller, person.empresa_id))) return refuse('recurso/no-encontrado');
  if (own) {
    const contrasena = current ?? refuse('contrasena/incorrecta', 'Escriba su contraseña actual');
    await ctx.stepUp.confirm(caller, { contrasena, ...(codigo === undefined ? {} : { codigo }) }, by);
  } else await ctx.stepUp.demand(caller);
  demandStrength(password, [person.nombre_usuario, person.correo, person.rnc ?? '']);
  const stored = await keepPassword(ctx.keyring, password);

  await ctx.db.system(async (tx) => {
    const { persona_id: personaId, empresa_id: empresaId } = person;
    if (!own && caller.rol !== 'root' && empresaId !== null) await demandOwnPerson(tx, empresaId, person);
    await setPassword(tx, personaId, stored, own);
    await endSessions(ctx, tx, { personaId, except: own ? caller.sesionId : undefined });
    await record(ctx, tx, caller, person, by);
  });
}

/** Records the change in every company that the person works for, since it concerns all of them. */
async function record(ctx: Context, tx: Tx, caller: SessionCaller, person: PersonRow, by: Actor): Promise<void> {
  if (person.empresa_id === null) {
    const datos = { usuario: person.nombre_usuario, ...by };
    await ctx.events.append(tx, platformRecord, [{ tipo: 'usuario.contrasena', sujeto: person.usuario_id, datos }]);
    return;
  }
  const own = person.usuario_id === caller.usuarioId;
  for (const { id: sujeto, empresa_id, nombre_usuario: usuario, rnc } of await workplacesOf(tx, person.persona_id)) {
    const act = {
      tipo: 'usuario.contrasena',
      sujeto,
      datos: { usuario, ...by, ...(own && { por: usuario }) },
    } as const;
    if (caller.rol === 'root') await recordActOnEmpresa(ctx, tx, { id: empresa_id, rnc }, act, 'usuarios');
    else await ctx.events.append(tx, empresa_id, [act]);
  }
}

/** Whether the caller may set passwords of other people of that company. */
const mayReset = (caller: SessionCaller, empresaId: string | null) =>
  empresaId !== null && (caller.rol === 'root' || caller.empresaId === empresaId);
