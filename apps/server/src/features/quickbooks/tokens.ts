import { type AccessTokens, type Failure, type Granted, type Outcome, ok, type QuickBooks } from '@timbre/quickbooks';
import { newId } from '../../platform/db/id.ts';
import { configuracionEvent } from '../../platform/events/events.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Context } from '../context.ts';
import * as repo from './repo.ts';

/** A token is renewed this long before it expires. While another process renews it, the old one may still be used. */
const earlyMs = 5 * 60_000;
/** A token is not used this close to its expiry. */
const lateMs = 30_000;
/** How long a renewal that has begun prevents others from beginning one: longer than the client waits for an answer. */
const turnMs = 75_000;
/** How long to wait for a renewal of another process, and how often to check it. */
const patienceMs = 90_000;
const lookEveryMs = 250;

/** The renewals begun by this process. */
const ours = new Set<string>();

const place = (empresaId: string, column: string) => ({
  empresaId,
  id: empresaId,
  column: `quickbooks_conexion.${column}`,
});

/** Encrypts tokens for their row. */
export async function sealGranted({ secrets, clock }: Context, empresaId: string, granted: Granted) {
  const [acceso, renovacion] = await Promise.all([
    secrets.seal(place(empresaId, 'acceso'), Buffer.from(granted.accessToken)),
    secrets.seal(place(empresaId, 'renovacion'), Buffer.from(granted.refreshToken)),
  ]);
  return { acceso, renovacion, acceso_hasta: new Date(clock.now().getTime() + granted.accessLifeMs) };
}

const openToken = async ({ secrets }: Context, empresaId: string, column: 'acceso' | 'renovacion', sealed: Buffer) =>
  (await secrets.open(place(empresaId, column), sealed)).toString();

/** The refresh token of a connection. */
export const refreshTokenOf = (ctx: Context, row: repo.ConexionRow): Promise<string> =>
  openToken(ctx, row.empresa_id, 'renovacion', row.renovacion);

/** The failure if there is no connection, or one with another company. */
const notConnected: Failure = { kind: 'unauthorised', status: 0, detail: '' };

/** A company of ours, and the company in QuickBooks whose tokens it has. */
interface Connected {
  readonly empresaId: string;
  readonly realm: string;
}

/**
 * The access tokens of a company. One process at a time renews them, in two transactions: the beginning of a renewal is
 * recorded before QuickBooks is called, and the new tokens are stored before they are used. A refresh token becomes
 * invalid when its replacement is used, so after a crash between any two steps the stored one is still valid.
 *
 * @param quickbooks the client
 */
export function accessTokensOf(ctx: Context, quickbooks: QuickBooks, connected: Connected): AccessTokens {
  const { empresaId } = connected;
  /** The number of the renewal that produced the last token returned. */
  let returned = -1;
  return async (refused) => {
    const endMs = ctx.clock.monotonicMs() + patienceMs;
    for (;;) {
      const step = await nextStep(ctx, connected, refused === undefined ? -1 : returned);
      if (step.kind === 'none') return notConnected;
      if (step.kind === 'use') {
        returned = step.row.vuelta;
        return ok(await openToken(ctx, empresaId, 'acceso', step.row.acceso));
      }
      if (step.kind === 'renew') {
        failpoint('quickbooks-noted');
        const renewed = await renew(ctx, quickbooks, step.row, step.turno).finally(() => ours.delete(step.turno));
        if (renewed === undefined) continue;
        if (renewed.kind === 'ok') returned = step.row.vuelta + 1;
        return renewed;
      }
      if (ctx.clock.monotonicMs() > endMs) return { kind: 'unreachable', reason: 'tiempo' };
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  };
}

type Step =
  | { readonly kind: 'none' | 'wait' }
  | { readonly kind: 'use'; readonly row: repo.ConexionRow }
  | { readonly kind: 'renew'; readonly row: repo.ConexionRow; readonly turno: string };

/**
 * Decides the next step towards a token. Records a renewal before it begins. @param refused number of the renewal whose
 * token was refused
 */
const nextStep = ({ db, clock }: Context, { empresaId, realm }: Connected, refused: number): Promise<Step> =>
  db.tenant(empresaId, async (tx) => {
    const row = await repo.lockConexion(tx, empresaId);
    if (row?.realm !== realm || row.perdida !== null) return { kind: 'none' };
    const now = clock.now().getTime();
    const leftMs = row.vuelta > refused ? row.acceso_hasta.getTime() - now : 0;
    // The embedded engine has one process: a renewal that this process did not begin ended with its own process.
    const isRunning = row.turno !== null && (db.engine === 'postgresql' || ours.has(row.turno));
    const isTaken = isRunning && row.turno_hasta !== null && row.turno_hasta.getTime() > now;
    if (leftMs > (isTaken ? lateMs : earlyMs)) return { kind: 'use', row };
    if (isTaken) return { kind: 'wait' };
    const turno = newId(clock.now());
    await repo.changeConexion(tx, empresaId, { turno, turno_hasta: new Date(now + turnMs) });
    ours.add(turno);
    failpoint('quickbooks-noting');
    return { kind: 'renew', row, turno };
  });

/**
 * Renews the tokens with the stored refresh token. If QuickBooks refuses it, falls back to the previous one: another
 * process may have used it and died before saving the new one.
 *
 * @returns the new access token; undefined when another process has taken over the turn
 */
async function renew(
  ctx: Context,
  quickbooks: QuickBooks,
  row: repo.ConexionRow,
  turno: string,
): Promise<Outcome<string> | undefined> {
  let used = row.renovacion;
  let outcome = await quickbooks.refresh(await openToken(ctx, row.empresa_id, 'renovacion', used));
  if (outcome.kind === 'unauthorised' && row.renovacion_anterior !== null) {
    used = row.renovacion_anterior;
    outcome = await quickbooks.refresh(await openToken(ctx, row.empresa_id, 'renovacion', used));
  }
  failpoint('quickbooks-talked');
  const stored =
    outcome.kind === 'ok' ? await store(ctx, row, turno, used, outcome.value) : await giveUp(ctx, row, turno, outcome);
  if (!stored) return undefined;
  failpoint('quickbooks-saved');
  return outcome.kind === 'ok' ? ok(outcome.value.accessToken) : outcome;
}

/** Stores the tokens of a renewal, unless its turn was taken over. */
async function store(
  ctx: Context,
  { empresa_id, vuelta }: repo.ConexionRow,
  turno: string,
  used: Buffer,
  granted: Granted,
): Promise<boolean> {
  const sealed = await sealGranted(ctx, empresa_id, granted);
  return ctx.db.tenant(empresa_id, async (tx) => {
    if ((await repo.lockConexion(tx, empresa_id))?.turno !== turno) return false;
    await repo.changeConexion(tx, empresa_id, {
      ...sealed,
      ...{ renovacion_anterior: used, vuelta: vuelta + 1, turno: null, turno_hasta: null, rechazo: null },
    });
    failpoint('quickbooks-saving');
    return true;
  });
}

/** Shown until a person connects again. Intuit ends a permission that was not used for a hundred days. */
const lostWords =
  'QuickBooks retiró el permiso de esta empresa: alguien lo quitó en Intuit, o venció sin usarse. Nada se lee de QuickBooks hasta que la conecte otra vez';

/**
 * Ends a renewal that returned no tokens. If QuickBooks reports that the refresh token is invalid, the connection is
 * marked as lost.
 */
const giveUp = (ctx: Context, row: repo.ConexionRow, turno: string, failure: Failure): Promise<boolean> =>
  ctx.db.tenant(row.empresa_id, async (tx) => {
    if ((await repo.lockConexion(tx, row.empresa_id))?.turno !== turno) return false;
    const ended = { turno: null, turno_hasta: null };
    if (failure.kind !== 'unauthorised') {
      await repo.changeConexion(tx, row.empresa_id, ended);
      return true;
    }
    await repo.changeConexion(tx, row.empresa_id, { ...ended, perdida: ctx.clock.now(), rechazo: lostWords });
    const datos = { empresa: row.nombre, realm: row.realm, por: 'QuickBooks', ip: '' };
    await ctx.events.append(tx, row.empresa_id, [
      { tipo: 'quickbooks.perdido', sujeto: row.empresa_id, datos },
      configuracionEvent('quickbooks'),
    ]);
    return true;
  });
