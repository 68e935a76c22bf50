/// <reference path="./qrcode.d.ts" />
import { randomBytes } from 'node:crypto';
import { refuse } from '@timbre/refusal';
import { toDataURL } from 'qrcode';
import { endSessions } from '../../domain/companies/people.ts';
import { makeRecoveryCodes, totpPlace } from '../../domain/companies/second-factor.ts';
import * as totp from '../../domain/companies/second-factor-repo.ts';
import { base32, otpauthUri, stepOf } from '../../platform/crypto/totp.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { EventKind } from '../../platform/events/kinds.ts';
import type { Actor, SessionCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

// How a person sets up, changes and removes their second factor.

const issuer = 'Timbre';
/** Length of the application's key: that of the digest. @source RFC 4226, 4, R6 */
const secretLength = 20;

/** Whether a person must have a second factor: the platform's administrator, with the real DGII. */
export const mustHaveTotp = ({ config }: Pick<Context, 'config'>, { rol }: Pick<SessionCaller, 'rol'>): boolean =>
  rol === 'root' && config.authority === 'dgii';

const find = async (ctx: Context, { personaId }: SessionCaller) =>
  (await ctx.db.system((tx) => totp.findTotp(tx, personaId))) ?? refuse('sesion/expirada');

const record = (ctx: Context, tx: Tx, caller: SessionCaller, tipo: EventKind, by: Actor) =>
  ctx.events.append(tx, caller.empresaId ?? platformRecord, [{ tipo, sujeto: caller.usuarioId, datos: by }]);

/** The caller's second factor. */
export async function seeTotp(ctx: Context, caller: SessionCaller) {
  const { totp_desde, quedan } = await find(ctx, caller);
  return { desde: totp_desde?.toISOString() ?? null, codigosRestantes: quedan, obligatorio: mustHaveTotp(ctx, caller) };
}

/**
 * Creates a key for the caller's authenticator application. It becomes active once one of its codes has been entered;
 * until then any earlier key remains active.
 */
export async function prepareTotp(ctx: Context, caller: SessionCaller) {
  const row = await find(ctx, caller);
  const secret = randomBytes(secretLength);
  const sealed = await ctx.secrets.seal(totpPlace(row.id, null), secret);
  await ctx.db.system((tx) => totp.setPending(tx, row.id, sealed));
  const uri = otpauthUri(secret, issuer, row.correo);
  return { secreto: base32(secret), uri, qr: await toDataURL(uri, { errorCorrectionLevel: 'M', margin: 2, scale: 6 }) };
}

/**
 * Activates the prepared key after checking a code of it; the person's other sessions are closed.
 *
 * @returns the recovery codes, shown only this once
 * @throws Problem `dos-pasos/sin-preparar`, `dos-pasos/incorrecto`
 */
export async function confirmTotp(ctx: Context, caller: SessionCaller, codigo: string, by: Actor): Promise<string[]> {
  const row = await find(ctx, caller);
  const sealed = row.totp_pendiente ?? refuse('dos-pasos/sin-preparar');
  const secret = await ctx.secrets.open(totpPlace(row.id, null), sealed);
  const now = ctx.clock.now();
  const step = stepOf(secret, codigo.replace(/\s/g, ''), now, null) ?? refuse('dos-pasos/incorrecto');
  const codes = makeRecoveryCodes(ctx.keyring, row.id);
  await ctx.db.system(async (tx) => {
    if (!(await totp.activate(tx, row.id, sealed, { now, step, codes: codes.stored })))
      refuse('dos-pasos/sin-preparar');
    await endSessions(ctx, tx, { personaId: row.id, except: caller.sesionId });
    await record(ctx, tx, caller, 'dos_pasos.activado', by);
  });
  return codes.shown;
}

/** Creates new recovery codes, replacing those left. @throws Problem `dos-pasos/inactivo` */
export async function renewCodes(ctx: Context, caller: SessionCaller, by: Actor): Promise<string[]> {
  const codes = makeRecoveryCodes(ctx.keyring, caller.personaId);
  await ctx.db.system(async (tx) => {
    if (!(await totp.setCodes(tx, caller.personaId, codes.stored))) refuse('dos-pasos/inactivo');
    await record(ctx, tx, caller, 'dos_pasos.codigos', by);
  });
  return codes.shown;
}

/** Removes the caller's own second factor. @throws Problem `dos-pasos/obligatorio`, `dos-pasos/inactivo` */
export async function leaveTotp(ctx: Context, caller: SessionCaller, by: Actor): Promise<void> {
  if (mustHaveTotp(ctx, caller)) refuse('dos-pasos/obligatorio');
  await ctx.db.system(async (tx) => {
    if (!(await totp.removeTotp(tx, caller.personaId))) refuse('dos-pasos/inactivo');
    await endSessions(ctx, tx, { personaId: caller.personaId, except: caller.sesionId });
    await record(ctx, tx, caller, 'dos_pasos.desactivado', by);
  });
}
