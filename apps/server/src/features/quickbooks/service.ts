import type { quickbooks as contract } from '@timbre/contract';
import { wordsOfMissing } from '@timbre/quickbooks';
import { refuse } from '@timbre/refusal';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';
import { demandValue, noteRefusal, quickbooksOf } from './company.ts';
import * as repo from './repo.ts';
import { companyName, estadoView } from './view.ts';

/** The id of a company in QuickBooks, as a request states it. */
export type Claimed = string | null | undefined;

/** Minimum time between two checks with QuickBooks that the connection is still valid. */
const reviewEveryMs = 20_000;

/** The connection of a company, as last known. */
export const estadoDe = async (ctx: Context, empresaId: string): Promise<contract.EstadoQuickBooks> =>
  estadoView(await ctx.db.tenant(empresaId, (tx) => repo.findConexion(tx, empresaId)), ctx.quickbooks);

/** Throws Problem `procesar/requisitos` if a request names another company in QuickBooks than the connected one. */
export async function demandOwnCompany(ctx: Context, empresaId: string, claimed: Claimed): Promise<void> {
  if (claimed) refuseOther(claimed, (await estadoDe(ctx, empresaId)).realmId);
}

/** Throws Problem `procesar/requisitos` for another company than the connected one; where none is, any may be named. */
export function refuseOther(claimed: Claimed, realmId: string | null): void {
  if (claimed && realmId !== null && claimed !== realmId)
    refuse('procesar/requisitos', 'La empresa de QuickBooks conectada es otra: vuelva a abrir la pantalla');
}

/** The connection that QuickBooks does not accept, and why; undefined while it accepts it, or there is none. */
export async function refusedConnection(
  tx: Tx,
  empresaId: string,
): Promise<{ readonly empresa: string; readonly motivo: string } | undefined> {
  const row = await repo.findConexion(tx, empresaId);
  return row === undefined || row.rechazo === null ? undefined : { empresa: row.nombre, motivo: row.rechazo };
}

/** Of some companies, those whose connection QuickBooks does not accept. */
export const refusedConnections = (tx: Tx, empresaIds: readonly string[]): Promise<string[]> =>
  repo.refusedOf(tx, empresaIds);

/**
 * Checks with QuickBooks that the connection is valid, unless it was checked just before. Only an explicit refusal
 * counts as a disconnection: a network failure, or too many requests, change nothing.
 */
export async function review(ctx: Context, empresaId: string): Promise<contract.EstadoQuickBooks> {
  const row = await ctx.db.tenant(empresaId, (tx) => repo.findConexion(tx, empresaId));
  const now = ctx.clock.now();
  if (row === undefined || row.perdida !== null || now.getTime() - (row.revisado?.getTime() ?? 0) < reviewEveryMs)
    return estadoView(row, ctx.quickbooks);
  const opened = await quickbooksOf(ctx, empresaId);
  const info = await opened.company.companyInfo();
  if (info.kind === 'ok') {
    const change = { revisado: now, rechazo: null, nombre: companyName(info.value) };
    await ctx.db.tenant(empresaId, (tx) => repo.changeConexion(tx, empresaId, change));
  } else if (info.kind === 'unauthorised') await noteRefusal(ctx, opened, info);
  return estadoDe(ctx, empresaId);
}

/** The accounts of a company, by name. @throws Problem */
export async function accountsOf(ctx: Context, empresaId: string): Promise<unknown[]> {
  const opened = await quickbooksOf(ctx, empresaId);
  const orderBy = ['Name', 'Id'].map((field) => ({ field, descending: false }));
  const { rows, missing, total } = await demandValue(
    ctx,
    opened,
    await opened.company.whole({ from: 'Account', where: [], orderBy }),
  );
  if (missing > 0) refuse('quickbooks/no-responde', wordsOfMissing(missing, total, 'cuentas'));
  return [...rows];
}
