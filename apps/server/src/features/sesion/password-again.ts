import type { Context } from '../../context.ts';
import { checkPassword } from '../../crypto/password.ts';
import { platformRecord } from '../../events/events.ts';
import type { Actor, SessionCaller } from '../../http/caller.ts';
import { Problem, refuse } from '../../http/problem.ts';
import { createRateLimit } from './rate-limit.ts';
import { passwordHashOf } from './repo.ts';

/**
 * Has a person give their own password again before what a session left open must not do.
 *
 * @throws Problem `contrasena/incorrecta`; `sesion/demasiados-intentos` past ten wrong ones, of which one is forgotten each 30 s
 */
export type PasswordAgain = (caller: SessionCaller, password: string, by: Actor) => Promise<void>;

export function createPasswordAgain(ctx: Pick<Context, 'db' | 'clock' | 'events'>): PasswordAgain {
  const tries = createRateLimit(ctx.clock, 10, 30);
  return async ({ usuarioId, empresaId }, password, by) => {
    const retryAfterS = tries.take(usuarioId);
    if (retryAfterS > 0) throw new Problem('sesion/demasiados-intentos', undefined, undefined, { retryAfterS });
    const stored = await ctx.db.system((tx) => passwordHashOf(tx, usuarioId));
    if (await checkPassword(stored, password)) return tries.giveBack(usuarioId);
    await ctx.db.system((tx) =>
      ctx.events.append(tx, empresaId ?? platformRecord, [
        { tipo: 'usuario.contrasena_rechazada', sujeto: usuarioId, datos: by },
      ]),
    );
    refuse('contrasena/incorrecta');
  };
}
