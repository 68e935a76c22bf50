import type { Context } from '../../context.ts';
import { checkPassword } from '../../crypto/password.ts';
import type { Tx } from '../../db/transactions.ts';
import { platformRecord } from '../../events/events.ts';
import type { EventKind } from '../../events/kinds.ts';
import type { Actor, SessionCaller } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { createRateLimit } from './rate-limit.ts';
import { markPasswordGiven, passwordGivenAt, passwordHashOf } from './repo.ts';

/** For how long a session may do what wants its person's password, after it was given. */
const goodForMs = 5 * 60_000;

/** That it is the person who uses a session, and not somebody who found it open or carried its key away. */
export interface StepUp {
  /**
   * Has a person give their own password again; both outcomes are on record.
   *
   * @throws Problem `contrasena/incorrecta`; `sesion/demasiados-intentos` past ten wrong ones, of which one is forgotten each 30 s
   */
  confirm(caller: SessionCaller, password: string, by: Actor): Promise<void>;
  /**
   * Asks the database itself: what another process was told counts at once.
   *
   * @throws Problem `sesion/confirmar` when the password was given more than five minutes ago, `sesion/expirada`
   */
  demand(caller: SessionCaller): Promise<void>;
}

export function createStepUp(ctx: Pick<Context, 'db' | 'clock' | 'events'>): StepUp {
  const tries = createRateLimit(ctx.clock, 10, 30);
  const record = (tx: Tx, { usuarioId, empresaId }: SessionCaller, tipo: EventKind, datos: Actor) =>
    ctx.events.append(tx, empresaId ?? platformRecord, [{ tipo, sujeto: usuarioId, datos }]);

  return {
    async confirm(caller, password, by) {
      const { usuarioId, sesionId } = caller;
      tries.take(usuarioId);
      const stored = await ctx.db.system((tx) => passwordHashOf(tx, usuarioId));
      const right = await checkPassword(stored, password);
      if (right) tries.giveBack(usuarioId);
      await ctx.db.system(async (tx) => {
        if (right) await markPasswordGiven(tx, sesionId, ctx.clock.now());
        await record(tx, caller, right ? 'usuario.contrasena_confirmada' : 'usuario.contrasena_rechazada', by);
      });
      if (!right) refuse('contrasena/incorrecta');
    },

    async demand({ sesionId }) {
      const now = ctx.clock.now();
      const session = await ctx.db.system((tx) => passwordGivenAt(tx, sesionId, now));
      const { contrasena_dada: given } = session ?? refuse('sesion/expirada');
      if (given === null || now.getTime() - given.getTime() > goodForMs) refuse('sesion/confirmar');
    },
  };
}
