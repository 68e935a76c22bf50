import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { lockEmpresa } from '../../db/lock-empresa.ts';
import { configuracionEvent, type NewEvent } from '../../events/events.ts';
import type { Actor, PersonCaller } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { createRateLimit } from '../sesion/rate-limit.ts';
import * as repo from './repo.ts';
import { newSecretKey } from './secret-key.ts';

/**
 * Makes the company's integration key, in the place of the one it had.
 *
 * @returns the key: the only time that it is seen
 */
export async function createIntegrationKey(ctx: Context, empresaId: string, by: Actor): Promise<string> {
  const key = ctx.keyring.newKey('tmb');
  const ultimos = key.slice(-4);
  const now = ctx.clock.now();
  const id = newId(now);
  await ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    await repo.revokeKeys(tx, empresaId, now);
    await repo.insertKey(tx, { empresa_id: empresaId, id, hmac: ctx.keyring.hmac(key), ultimos, creada: now });
    const made = { tipo: 'clave.creada', sujeto: id, datos: { ultimos, ...by } } as const;
    await ctx.events.append(tx, empresaId, [made, configuracionEvent('clave')]);
  });
  ctx.keys.forget();
  return key;
}

/** Takes the company's integration key away, where it has one. */
export async function removeIntegrationKey(ctx: Context, empresaId: string, by: Actor): Promise<void> {
  await ctx.db.tenant(empresaId, async (tx) => {
    const revoked = await repo.revokeKeys(tx, empresaId, ctx.clock.now());
    const removed = revoked.map((ultimos): NewEvent => ({ tipo: 'clave.eliminada', datos: { ultimos, ...by } }));
    if (removed.length > 0) await ctx.events.append(tx, empresaId, [...removed, configuracionEvent('clave')]);
  });
  ctx.keys.forget();
}

/**
 * Makes the company's Secret Key, in the place of the one it had.
 *
 * @returns the key: the only time that it is seen
 */
export async function createSecretKey(ctx: Context, empresaId: string, by: Actor): Promise<string> {
  const { secretKey, kept } = newSecretKey(ctx.keyring);
  await ctx.db.tenant(empresaId, async (tx) => {
    await repo.saveEmpresa(tx, empresaId, kept);
    const made = { tipo: 'secreto.creado', datos: { ultimos: kept.secreto_ultimos, ...by } } as const;
    await ctx.events.append(tx, empresaId, [made, configuracionEvent('secreto')]);
  });
  return secretKey;
}

/** Whether what a person gave is their company's Secret Key. */
export type ValidateSecret = (caller: PersonCaller, given: string, by: Actor) => Promise<boolean>;

/**
 * Validating Secret Keys: a right one is written down in the session; of wrong ones a company has ten in 15 minutes.
 *
 * The validation throws Problem `secreto/falta` when there is none, `sesion/demasiados-intentos` past the limit.
 */
export function createSecretValidation(ctx: Context): ValidateSecret {
  const byCompany = createRateLimit(ctx.clock, 10, 90);
  return async ({ empresaId, sesionId }, given, by) => {
    const kept = (await ctx.db.tenant(empresaId, (tx) => repo.secretOf(tx, empresaId))) ?? refuse('secreto/falta');
    byCompany.take(empresaId);
    const right = timingSafeEqual(ctx.keyring.hmac(given), kept);
    if (right) byCompany.giveBack(empresaId);
    await ctx.db.system(async (tx) => {
      if (right) await repo.markSecretValidated(tx, sesionId, ctx.clock.now());
      await ctx.events.append(tx, empresaId, [{ tipo: right ? 'secreto.validado' : 'secreto.rechazado', datos: by }]);
    });
    return right;
  };
}
