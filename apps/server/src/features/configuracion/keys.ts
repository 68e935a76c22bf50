import { timingSafeEqual } from 'node:crypto';
import { refuse } from '@timbre/refusal';
import type { Alcance } from '@timbre/route';
import * as repo from '../../domain/companies/companies-repo.ts';
import { insertKey, revokeKeys, storeScopes } from '../../domain/companies/keys-repo.ts';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { newSecretKey } from '../../domain/companies/secret-key.ts';
import { markSecretValidated } from '../../domain/companies/sessions-repo.ts';
import { newId } from '../../platform/db/id.ts';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import { configuracionEvent, type NewEvent } from '../../platform/events/events.ts';
import type { Actor, PersonCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

/**
 * Creates the company's integration key, replacing any earlier one.
 *
 * @returns the key, which is shown only this once
 */
export async function createIntegrationKey(ctx: Context, empresaId: string, by: Actor): Promise<string> {
  const key = ctx.keyring.newKey('tmb');
  const ultimos = key.slice(-4);
  const now = ctx.clock.now();
  const id = newId(now);
  await ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    await revokeKeys(tx, empresaId, now);
    await insertKey(tx, { empresa_id: empresaId, id, hmac: ctx.keyring.hmac(key), ultimos, creada: now });
    const made = { tipo: 'clave.creada', sujeto: id, datos: { ultimos, ...by } } as const;
    await ctx.events.append(tx, empresaId, [made, configuracionEvent('clave')]);
  });
  ctx.keys.forget();
  return key;
}

/**
 * Replaces the scopes of the company's integration key.
 *
 * @throws Problem `clave/falta`
 */
export async function setScopes(ctx: Context, empresaId: string, alcances: Alcance[], by: Actor): Promise<void> {
  await ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const ultimos = (await storeScopes(tx, empresaId, alcances)) ?? refuse('clave/falta');
    const datos = { ultimos, alcances: alcances.join(', '), ...by };
    await ctx.events.append(tx, empresaId, [{ tipo: 'clave.alcances', datos }, configuracionEvent('clave')]);
  });
  ctx.keys.forget();
}

/** Removes the company's integration key, if it has one. */
export async function removeIntegrationKey(ctx: Context, empresaId: string, by: Actor): Promise<void> {
  await ctx.db.tenant(empresaId, async (tx) => {
    const revoked = await revokeKeys(tx, empresaId, ctx.clock.now());
    const removed = revoked.map((ultimos): NewEvent => ({ tipo: 'clave.eliminada', datos: { ultimos, ...by } }));
    if (removed.length > 0) await ctx.events.append(tx, empresaId, [...removed, configuracionEvent('clave')]);
  });
  ctx.keys.forget();
}

/**
 * Creates the company's Secret Key, replacing any earlier one.
 *
 * @returns the key, which is shown only this once
 */
export async function createSecretKey(ctx: Context, empresaId: string, by: Actor): Promise<string> {
  const { secretKey, columns } = newSecretKey(ctx.keyring);
  await ctx.db.tenant(empresaId, async (tx) => {
    await repo.saveEmpresa(tx, empresaId, columns);
    const made = { tipo: 'secreto.creado', datos: { ultimos: columns.secreto_ultimos, ...by } } as const;
    await ctx.events.append(tx, empresaId, [made, configuracionEvent('secreto')]);
  });
  return secretKey;
}

/** Whether a person entered their company's Secret Key. */
type ValidateSecret = (caller: PersonCaller, secretKey: string, by: Actor) => Promise<boolean>;

/**
 * Validates Secret Keys. A right one is recorded in the session. A company may enter ten wrong ones in 15 minutes.
 *
 * The validation throws Problem `secreto/falta` when there is none, `sesion/demasiados-intentos` past the limit.
 */
export function createSecretValidation(ctx: Context): ValidateSecret {
  const byCompany = createRateLimit(ctx.clock, 10, 90);
  return async ({ empresaId, sesionId }, secretKey, by) => {
    const stored = (await ctx.db.tenant(empresaId, (tx) => repo.secretOf(tx, empresaId))) ?? refuse('secreto/falta');
    byCompany.take(empresaId);
    const right = timingSafeEqual(ctx.keyring.hmac(secretKey), stored);
    if (right) byCompany.giveBack(empresaId);
    await ctx.db.system(async (tx) => {
      if (right) await markSecretValidated(tx, sesionId, ctx.clock.now());
      await ctx.events.append(tx, empresaId, [{ tipo: right ? 'secreto.validado' : 'secreto.rechazado', datos: by }]);
    });
    return right;
  };
}
