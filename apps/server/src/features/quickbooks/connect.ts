import { randomBytes } from 'node:crypto';
import { type Failure, type Granted, ok, type QuickBooks, wordsOfFailure } from '@timbre/quickbooks';
import { refuse } from '@timbre/refusal';
import { configuracionEvent } from '../../platform/events/events.ts';
import type { Actor, PersonCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import * as repo from './repo.ts';
import { refreshTokenOf, sealGranted } from './tokens.ts';
import { companyName } from './view.ts';

/** How long an authorisation may take from its beginning. @source specification 002 §5, §9 */
const windowMs = 10 * 60_000;
/** The path to which QuickBooks sends the person back. @source specification 002 §2 */
const callbackPath = '/callback/quickbooks';
/** How long the request for the company's name may take. */
const namePatienceMs = 15_000;

/** The company that is connected, and the session in which that is done. */
type Connecting = Pick<PersonCaller, 'empresaId' | 'sesionId'>;

/** @throws Problem `quickbooks/sin-configurar` */
export const clientOf = async ({ quickbooks }: Context): Promise<QuickBooks> =>
  (await quickbooks.client()) ?? refuse('quickbooks/sin-configurar');

/**
 * Begins an authorisation, bound to the session and the company.
 *
 * @param origin at which the person reaches this server
 * @returns the consent page, the state, and until when it is valid
 */
export async function begin(ctx: Context, { empresaId, sesionId }: Connecting, origin: string) {
  const client = await clientOf(ctx);
  const state = randomBytes(32).toString('base64url');
  const regreso = origin + callbackPath;
  const creado = ctx.clock.now();
  await ctx.db.tenant(empresaId, async (tx) => {
    await repo.pruneInicios(tx, empresaId, new Date(creado.getTime() - windowMs));
    await repo.insertInicio(tx, {
      ...{ empresa_id: empresaId, estado: ctx.keyring.hmac(state), sesion_id: sesionId, regreso, creado },
    });
  });
  const url = new URL(client.authorizationUrl({ redirectUri: regreso, state }), origin);
  return { url: url.href, state, vence: new Date(creado.getTime() + windowMs).toISOString() };
}

/** The parameters with which QuickBooks sends the person back. */
interface Returned {
  readonly code?: string;
  readonly realmId?: string;
  readonly state?: string;
}

/**
 * Completes an authorisation: exchanges its code, checks that the tokens open the company, and stores them.
 *
 * @returns the company in QuickBooks
 * @throws Problem `quickbooks/sin-codigo`, `quickbooks/sin-estado`, `quickbooks/sin-empresa`, `quickbooks/estado`,
 * `quickbooks/vencida`, `quickbooks/no-conectado`, `quickbooks/sin-respuesta`
 */
export async function finish(
  ctx: Context,
  { empresaId, sesionId }: Connecting,
  returned: Returned,
  by: Actor,
): Promise<{ realm: string; nombre: string }> {
  const code = returned.code || refuse('quickbooks/sin-codigo');
  const state = returned.state || refuse('quickbooks/sin-estado');
  const realm = /^\d{1,20}$/.test(returned.realmId ?? '') ? returned.realmId! : refuse('quickbooks/sin-empresa');
  const client = await clientOf(ctx);
  // Taken even if the checks below fail: a state can be used once.
  const begun = await ctx.db.tenant(empresaId, (tx) => repo.takeInicio(tx, empresaId, ctx.keyring.hmac(state)));
  if (begun === undefined || begun.sesion_id !== sesionId) return refuse('quickbooks/estado');
  if (ctx.clock.now().getTime() - begun.creado.getTime() > windowMs) refuse('quickbooks/vencida');

  const outcome = await client.exchange(code, begun.regreso);
  if (outcome.kind !== 'ok') return refuseConnection(outcome);
  const nombre = await nameOf(client, realm, outcome.value);
  await storeConnection(ctx, empresaId, { realm, nombre, granted: outcome.value, by }, client);
  return { realm, nombre };
}

function refuseConnection(failure: Failure): never {
  const isSilent = failure.kind === 'unreachable' && failure.reason !== 'respuesta';
  return refuse(isSilent ? 'quickbooks/sin-respuesta' : 'quickbooks/no-conectado', wordsOfFailure(failure));
}

/** The name of the company. It also proves that the tokens belong to the company named in the address. */
async function nameOf(client: QuickBooks, realm: string, { accessToken }: Granted): Promise<string> {
  const company = client.company({ realm, access: async () => ok(accessToken), patienceMs: namePatienceMs });
  const info = await company.companyInfo();
  return info.kind === 'ok' ? companyName(info.value) : refuseConnection(info);
}

interface NewConnection {
  readonly realm: string;
  readonly nombre: string;
  readonly granted: Granted;
  readonly by: Actor;
}

/** Stores a connection in place of the previous one, whose consent is revoked if it was of another company. */
async function storeConnection(
  ctx: Context,
  empresaId: string,
  { realm, nombre, granted, by }: NewConnection,
  client: QuickBooks,
) {
  const sealed = await sealGranted(ctx, empresaId, granted);
  const before = await ctx.db.tenant(empresaId, async (tx) => {
    const former = await repo.lockConexion(tx, empresaId);
    await repo.putConexion(tx, {
      ...{ empresa_id: empresaId, realm, nombre, conectado: ctx.clock.now(), por: by.por, ...sealed },
      ...{ vuelta: (former?.vuelta ?? 0) + 1, renovacion_anterior: null, turno: null, turno_hasta: null },
      ...{ revisado: ctx.clock.now(), rechazo: null, perdida: null },
    });
    const datos = { empresa: nombre, realm, ...by };
    await ctx.events.append(tx, empresaId, [
      { tipo: 'quickbooks.conectado', sujeto: empresaId, datos },
      configuracionEvent('quickbooks'),
    ]);
    return former;
  });
  if (before !== undefined && before.realm !== realm && before.perdida === null) await takeBack(ctx, client, before);
}

/**
 * Deletes the connection, then revokes the consent at QuickBooks.
 *
 * @returns whether QuickBooks revoked it; a person can do it there too
 * @throws Problem `quickbooks/sin-conexion`
 */
export async function disconnect(ctx: Context, empresaId: string, by: Actor): Promise<boolean> {
  const row = await ctx.db.tenant(empresaId, async (tx) => {
    const deleted = (await repo.deleteConexion(tx, empresaId)) ?? refuse('quickbooks/sin-conexion');
    const datos = { empresa: deleted.nombre, realm: deleted.realm, ...by };
    await ctx.events.append(tx, empresaId, [
      { tipo: 'quickbooks.desconectado', sujeto: empresaId, datos },
      configuracionEvent('quickbooks'),
    ]);
    return deleted;
  });
  if (row.perdida !== null) return true;
  const client = await ctx.quickbooks.client();
  return client !== undefined && (await takeBack(ctx, client, row));
}

/** Revokes a consent, unless another company here uses it: QuickBooks revokes everything of one company at once. */
async function takeBack(ctx: Context, client: QuickBooks, row: repo.ConexionRow): Promise<boolean> {
  if (await ctx.db.system((tx) => repo.isConnected(tx, row.realm))) return true;
  const outcome = await client.revoke(await refreshTokenOf(ctx, row));
  if (outcome.kind === 'ok') return true;
  ctx.log.warn({ failure: outcome.kind }, 'QuickBooks did not take the consent back');
  // A token that is already invalid needs no revocation.
  return outcome.kind === 'unauthorised' || outcome.kind === 'fault';
}
