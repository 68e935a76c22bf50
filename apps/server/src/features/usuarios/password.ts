import type { Context } from '../../context.ts';
import { hashPassword } from '../../crypto/password.ts';
import { platformRecord } from '../../events/events.ts';
import type { Actor, SessionCaller } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { recordActOnEmpresa } from '../clientes/record.ts';
import { endSessions } from '../sesion/service.ts';
import * as repo from './repo.ts';
import { demandStrength } from './service.ts';

/** A password to be set. */
export interface PasswordChange {
  readonly usuarioId: string;
  readonly password: string;
  readonly repeated: string;
  /** The one so far: for one's own. */
  readonly current: string | undefined;
}

export type ChangePassword = (caller: SessionCaller, change: PasswordChange, by: Actor) => Promise<void>;

/**
 * Setting passwords: one's own with the current one, an administrator those of the company's people, the platform's
 * administrator those of any company, for whoever gave their own a short while ago. The person's other sessions end.
 */
export function createPasswordChange(ctx: Context): ChangePassword {
  return async (caller, { usuarioId, password, repeated, current }, by) => {
    if (password !== repeated) refuse('contrasena/distinta');
    const person = await ctx.db.system((tx) => repo.findPassword(tx, usuarioId));
    const own = person?.id === caller.usuarioId;
    if (!own && caller.rol !== 'administrador' && caller.rol !== 'root') refuse('acceso/denegado');
    if (person === undefined || !(own || mayReset(caller, person.empresa_id))) return refuse('recurso/no-encontrado');
    if (own)
      await ctx.stepUp.confirm(caller, current ?? refuse('contrasena/incorrecta', 'Escriba su contraseña actual'), by);
    else await ctx.stepUp.demand(caller);
    demandStrength(password, [person.nombre_usuario, person.correo, person.rnc ?? '']);
    const passwordHash = await hashPassword(password);

    await ctx.db.system(async (tx) => {
      await repo.setPassword(tx, usuarioId, passwordHash);
      await endSessions(ctx, tx, usuarioId, own ? caller.sesionId : undefined);
      const datos = { usuario: person.nombre_usuario, ...by };
      const act = { tipo: 'usuario.contrasena', sujeto: usuarioId, datos } as const;
      const { empresa_id: id, rnc } = person;
      if (caller.rol === 'root' && id !== null && rnc !== null)
        await recordActOnEmpresa(ctx, tx, { id, rnc }, act, 'usuarios');
      else await ctx.events.append(tx, id ?? platformRecord, [act]);
    });
  };
}

/** Whether the caller sets passwords of other people of that company. */
const mayReset = (caller: SessionCaller, empresaId: string | null) =>
  empresaId !== null && (caller.rol === 'root' || caller.empresaId === empresaId);
