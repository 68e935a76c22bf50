import { refuse } from '@timbre/refusal';
import { checkPassword } from '../../platform/crypto/password.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { EventKind } from '../../platform/events/kinds.ts';
import type { Actor, SessionCaller } from '../../platform/input/caller.ts';
import { networkOf } from '../../platform/input/client-address.ts';
import type { Accounts } from './accounts.ts';
import { passwordOf } from './people-repo.ts';
import { createRateLimit } from './rate-limit.ts';
import type { SecondFactor } from './second-factor.ts';
import { knowsAddress, markPasswordConfirmed, passwordConfirmedAt } from './sessions-repo.ts';

/** How long after the password was entered a session may make calls that require it. */
const goodForMs = 5 * 60_000;

/** Confirms that a session is used by its person, not by another who found it open or copied its key. */
export interface StepUp {
  /**
   * Demands the person's password again, and a code if they have a second factor; the outcome is recorded. Wrong ones
   * count by network: who copied the session's key cannot exhaust the tries of its person.
   *
   * @throws Problem `contrasena/incorrecta`, `dos-pasos/codigo`, `dos-pasos/incorrecto`; `sesion/demasiados-intentos`
   * after ten wrong ones, of which one is forgotten each 30 s
   */
  confirm(
    caller: SessionCaller,
    credentials: { readonly contrasena: string; readonly codigo?: string },
    by: Actor,
  ): Promise<void>;
  /**
   * Queries the database, not a cache: a password entered in another process counts at once.
   *
   * @throws Problem `sesion/confirmar` when the password was entered more than five minutes ago, `sesion/expirada`
   */
  demand(caller: SessionCaller): Promise<void>;
}

export function createStepUp(
  ctx: Pick<Accounts, 'db' | 'clock' | 'events'> & { readonly secondFactor: SecondFactor },
): StepUp {
  const tries = createRateLimit(ctx.clock, 10, 30);
  const record = (tx: Tx, { usuarioId, empresaId }: SessionCaller, tipo: EventKind, datos: Actor) =>
    ctx.events.append(tx, empresaId ?? platformRecord, [{ tipo, sujeto: usuarioId, datos }]);

  return {
    async confirm(caller, { contrasena, codigo }, by) {
      const { personaId, sesionId } = caller;
      const sender = `${personaId} ${networkOf(by.ip)}`;
      tries.take(sender);
      const { stored, known } = await ctx.db.system(async (tx) => ({
        stored: await passwordOf(tx, personaId),
        known: await knowsAddress(tx, personaId, by.ip),
      }));
      if (!(await checkPassword(stored?.contrasena_hash, contrasena, { account: personaId }))) {
        await ctx.db.system((tx) => record(tx, caller, 'usuario.contrasena_rechazada', by));
        refuse('contrasena/incorrecta');
      }
      tries.giveBack(sender);
      // The second factor as it is now, not as it was when the session was cached.
      if (stored?.totp === true && (await ctx.secondFactor.demand(caller, codigo, known)) === 'wrong') {
        await ctx.db.system((tx) => record(tx, caller, 'usuario.codigo_rechazado', by));
        refuse('dos-pasos/incorrecto');
      }
      await ctx.db.system(async (tx) => {
        await markPasswordConfirmed(tx, sesionId, ctx.clock.now());
        await record(tx, caller, 'usuario.contrasena_confirmada', by);
      });
    },

    async demand({ sesionId }) {
      const now = ctx.clock.now();
      const session = await ctx.db.system((tx) => passwordConfirmedAt(tx, sesionId, now));
      const { contrasena_dada: confirmedAt } = session ?? refuse('sesion/expirada');
      if (confirmedAt === null || now.getTime() - confirmedAt.getTime() > goodForMs) refuse('sesion/confirmar');
    },
  };
}
