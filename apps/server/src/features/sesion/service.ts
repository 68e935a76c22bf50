import { refuse } from '@timbre/refusal';
import { findWorkplace, invitationsOf, workplacesOf } from '../../domain/companies/memberships-repo.ts';
import { countOrganizations } from '../../domain/companies/organizations-repo.ts';
import { acceptInvitation } from '../../domain/companies/people.ts';
import { createRateLimit, type RateLimit } from '../../domain/companies/rate-limit.ts';
import { registrosOf } from '../../domain/companies/registrations-repo.ts';
import * as sesiones from '../../domain/companies/sessions-repo.ts';
import { newId } from '../../platform/db/id.ts';
import { afterCommit, type Tx } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { Actor, SessionCaller } from '../../platform/input/caller.ts';
import { networkOf } from '../../platform/input/client-address.ts';
import type { Context } from '../context.ts';
import { maxSessions, type Opened, withdrawRegistro } from './login.ts';

/**
 * The person and company of the caller. @throws Problem `sesion/expirada` when the session was deleted with its person
 * since it was looked up
 */
export const currentSession = async (ctx: Context, { sesionId }: SessionCaller): Promise<sesiones.ProfileRow> =>
  (await ctx.db.system((tx) => sesiones.profileOf(tx, sesionId))) ?? refuse('sesion/expirada');

/** The caller's open sessions, the most recently used first. */
export const listSessions = (ctx: Context, { personaId }: SessionCaller) =>
  ctx.db.system((tx) => sesiones.openSessionsOf(tx, personaId, ctx.clock.now()));

/**
 * Closes sessions of the caller. The record of each company that a session was used for shows it.
 *
 * @param id of the session; undefined = all
 * @returns how many were closed: none if it is not the caller's, or was closed already
 */
export async function closeSessions(
  ctx: Context,
  { personaId }: SessionCaller,
  id: string | undefined,
  by: Actor,
): Promise<number> {
  const closed = await ctx.db.system(async (tx) => {
    const closed = await sesiones.closeSessions(tx, { personaId, id }, ctx.clock.now());
    for (const place of new Set(closed.map(({ usuario_id }) => usuario_id))) {
      const there = closed.filter(({ usuario_id }) => usuario_id === place);
      const act = { tipo: 'sesion.cerrada', sujeto: place, datos: { sesiones: there.length, ...by } } as const;
      await ctx.events.append(tx, there[0]?.empresa_id ?? platformRecord, [act]);
    }
    return closed.length;
  });
  ctx.keys.forget();
  return closed;
}

/** The companies of the caller, their invitations, and the companies that they asked to register. */
export const listEmpresas = (ctx: Context, { personaId }: SessionCaller) =>
  ctx.db.system(async (tx) => {
    const [empresas, invitaciones, registros, despachos] = await Promise.all([
      workplacesOf(tx, personaId),
      invitationsOf(tx, personaId, ctx.clock.now()),
      registrosOf(tx, personaId),
      countOrganizations(tx, personaId),
    ]);
    return { empresas, invitaciones, registros, despachos };
  });

/**
 * Changes to another company of the caller. The present session closes. The new one has the same expiry and the same
 * time of password entry. The records of both companies show it, neither with the name of the other.
 *
 * @throws Problem `recurso/no-encontrado`, `sesion/expirada`
 */
export async function changeEmpresa(
  ctx: Context,
  caller: SessionCaller,
  empresaId: string,
  by: Actor,
): Promise<Opened> {
  const { personaId, sesionId } = caller;
  const key = ctx.keyring.newKey('ses');
  const profile = await ctx.db.system(async (tx) => {
    const now = ctx.clock.now();
    const place = (await findWorkplace(tx, personaId, empresaId)) ?? refuse('recurso/no-encontrado');
    const held = (await sesiones.holdOpenSession(tx, sesionId, now)) ?? refuse('sesion/expirada');
    const session = {
      id: newId(now),
      hmac: ctx.keyring.hmac(key),
      personaId,
      membresiaId: place.id,
      dispositivo: held.dispositivo,
      // Only a log-in makes an address known: a copied key changes company too.
      ip: held.ip,
      now,
      expira: held.expira,
      contrasenaDada: held.contrasena_dada,
    };
    await sesiones.closeSessions(tx, { personaId, id: sesionId }, now);
    await sesiones.insertSession(tx, session, maxSessions);
    afterCommit(tx, () => ctx.keys.forget());
    await recordChange(ctx, tx, caller, place, by);
    return (await sesiones.profileOf(tx, session.id))!;
  });
  return { key, profile };
}

async function recordChange(
  ctx: Context,
  tx: Tx,
  left: SessionCaller,
  entered: { readonly id: string; readonly empresa_id: string; readonly nombre_usuario: string },
  by: Actor,
): Promise<void> {
  const leaving = { tipo: 'sesion.dejada', sujeto: left.usuarioId, datos: by } as const;
  const datos = { por: entered.nombre_usuario, ip: by.ip };
  const entering = { tipo: 'sesion.cambiada', sujeto: entered.id, datos } as const;
  await ctx.events.append(tx, left.empresaId ?? platformRecord, [leaving]);
  await ctx.events.append(tx, entered.empresa_id, [entering]);
}

/**
 * Accepts an invitation for the caller; attempts at the code are limited by network, so
 * that who copied the session's key cannot exhaust those of its person. Throws Problem `invitacion/invalida`,
 * `contrasena/ajena`.
 */
type Accept = (caller: SessionCaller, code: string, by: Actor) => ReturnType<typeof acceptInvitation>;

export function createAcceptance(ctx: Context): Accept {
  const tries: RateLimit = createRateLimit(ctx.clock, 10, 30);
  return async ({ personaId }, code, { ip }) => {
    const sender = `${personaId} ${networkOf(ip)}`;
    tries.take(sender);
    const accepted = await ctx.db.system((tx) => acceptInvitation(ctx, tx, personaId, code, ip));
    tries.giveBack(sender);
    return accepted;
  };
}

/**
 * Withdraws a request of the caller to register a company. @throws Problem `recurso/no-encontrado`,
 * `solicitud/resuelta`
 */
export const withdrawOwn = (ctx: Context, { personaId }: SessionCaller, id: string, ip: string): Promise<void> =>
  ctx.db.system(async (tx) =>
    withdrawRegistro(
      ctx,
      tx,
      (await registrosOf(tx, personaId)).find((registro) => registro.id === id),
      ip,
    ),
  );
