import { type Company, type Failure, type Outcome, wordsOfFailure } from '@timbre/quickbooks';
import { Problem, refuse } from '@timbre/refusal';
import { configuracionEvent } from '../../platform/events/events.ts';
import type { Context } from '../context.ts';
import { clientOf } from './connect.ts';
import * as repo from './repo.ts';
import { accessTokensOf } from './tokens.ts';

/** How long a call may take for a person, and for a job. */
const personPatienceMs = 25_000;
export const jobPatienceMs = 10 * 60_000;

/** A company's data in QuickBooks. */
export interface Opened {
  readonly empresaId: string;
  readonly realm: string;
  readonly nombre: string;
  readonly company: Company;
}

/**
 * The data of a company in QuickBooks, with tokens that are renewed as needed.
 *
 * @param patienceMs how long each call may take
 * @throws Problem `quickbooks/sin-conexion`, `quickbooks/sin-configurar`
 */
export async function quickbooksOf(ctx: Context, empresaId: string, patienceMs = personPatienceMs): Promise<Opened> {
  const row = await ctx.db.tenant(empresaId, (tx) => repo.findConexion(tx, empresaId));
  if (row === undefined || row.perdida !== null) return refuse('quickbooks/sin-conexion', row?.rechazo ?? undefined);
  const { realm, nombre } = row;
  const client = await clientOf(ctx);
  const access = accessTokensOf(ctx, client, { empresaId, realm });
  return { empresaId, realm, nombre, company: client.company({ realm, access, patienceMs }) };
}

/**
 * The value of a call to QuickBooks.
 *
 * @throws Problem `quickbooks/…` for a failure; a refused connection is recorded
 */
export async function demandValue<T>(ctx: Context, opened: Opened, outcome: Outcome<T>): Promise<T> {
  if (outcome.kind === 'ok') return outcome.value;
  if (outcome.kind === 'unauthorised' && !(await noteRefusal(ctx, opened, outcome))) refuse('quickbooks/otra-empresa');
  return refuseFailure(outcome);
}

/** Whether QuickBooks reports that there is no such object. @source Intuit, error codes: 610, Object Not Found */
export const isMissing = (outcome: Outcome<unknown>): boolean => outcome.kind === 'fault' && outcome.code === '610';

/**
 * Records that QuickBooks does not accept the tokens, and notifies the open screens.
 *
 * @returns false if another company was connected meanwhile, about which nothing is recorded
 */
export const noteRefusal = (
  { db, events }: Context,
  { empresaId, realm }: Opened,
  failure: Failure,
): Promise<boolean> =>
  db.tenant(empresaId, async (tx) => {
    const row = await repo.lockConexion(tx, empresaId);
    if (row !== undefined && row.realm !== realm) return false;
    if (row === undefined || row.rechazo !== null) return true;
    await repo.changeConexion(tx, empresaId, { rechazo: wordsOfFailure(failure) });
    await events.append(tx, empresaId, [configuracionEvent('quickbooks')]);
    return true;
  });

function refuseFailure(failure: Failure): never {
  const words = wordsOfFailure(failure);
  switch (failure.kind) {
    case 'unauthorised':
      return refuse('quickbooks/sin-conexion', failure.detail === '' ? undefined : words);
    case 'throttled':
      throw new Problem('quickbooks/ocupado', undefined, undefined, {
        retryAfterS: Math.ceil((failure.retryAfterMs ?? 60_000) / 1_000),
      });
    case 'fault':
      return refuse('quickbooks/rechazo', words);
    case 'unreachable':
      return refuse('quickbooks/no-responde', words);
    case 'too-many':
      return refuse('quickbooks/demasiados', words);
  }
}
