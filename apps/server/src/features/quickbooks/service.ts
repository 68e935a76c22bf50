import type { quickbooks as contract } from '@timbre/contract';
import {
  type Company,
  type DocumentEntity,
  documentEntities,
  documentsBetween,
  type Failure,
  type Listed,
  type Outcome,
  wordsOfFailure,
} from '@timbre/quickbooks';
import type { Context } from '../../context.ts';
import { configuracionEvent } from '../../events/events.ts';
import { Problem, refuse } from '../../http/problem.ts';
import { clientOf } from './connect.ts';
import * as repo from './repo.ts';
import { accessTokensOf } from './tokens.ts';
import { companyName, estadoView } from './view.ts';

/** How long a call of a person may take, and one of a job. */
export const personPatienceMs = 25_000;
export const jobPatienceMs = 10 * 60_000;

/** QuickBooks is asked whether the connection holds at most so often. */
const reviewEveryMs = 20_000;

/** The connection of a company, as it was last seen. */
export const estadoDe = async (ctx: Context, empresaId: string): Promise<contract.EstadoQuickBooks> =>
  estadoView(await ctx.db.tenant(empresaId, (tx) => repo.findConexion(tx, empresaId)), ctx.quickbooks);

/** A company's data in QuickBooks. */
export interface Opened {
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
  const { realm, nombre } = row ?? refuse('quickbooks/sin-conexion');
  const client = await clientOf(ctx);
  const access = accessTokensOf(ctx, client, empresaId);
  return { realm, nombre, company: client.company({ realm, access, patienceMs }) };
}

/**
 * The value of a call to QuickBooks.
 *
 * @throws Problem `quickbooks/…` for a failure; a refused connection is noted
 */
export async function demandValue<T>(ctx: Context, empresaId: string, outcome: Outcome<T>): Promise<T> {
  if (outcome.kind === 'ok') return outcome.value;
  if (outcome.kind === 'unauthorised') await noteRefusal(ctx, empresaId, outcome);
  return refuseFailure(outcome);
}

/** Notes that QuickBooks does not accept the tokens, and tells the open screens. */
const noteRefusal = ({ db, events }: Context, empresaId: string, failure: Failure): Promise<void> =>
  db.tenant(empresaId, async (tx) => {
    const row = await repo.lockConexion(tx, empresaId);
    if (row === undefined || row.rechazo !== null) return;
    await repo.changeConexion(tx, empresaId, { rechazo: wordsOfFailure(failure) });
    await events.append(tx, empresaId, [configuracionEvent('quickbooks')]);
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

/**
 * Asks QuickBooks whether the connection holds, unless it was asked just before. Only a refusal in its own words is a
 * disconnection: a network that fails, or too many requests, change nothing.
 */
export async function review(ctx: Context, empresaId: string): Promise<contract.EstadoQuickBooks> {
  const row = await ctx.db.tenant(empresaId, (tx) => repo.findConexion(tx, empresaId));
  const now = ctx.clock.now();
  if (row === undefined || now.getTime() - (row.revisado?.getTime() ?? 0) < reviewEveryMs)
    return estadoView(row, ctx.quickbooks);
  const { company } = await quickbooksOf(ctx, empresaId);
  const info = await company.companyInfo();
  if (info.kind === 'ok') {
    const change = { revisado: now, rechazo: null, nombre: companyName(info.value) };
    await ctx.db.tenant(empresaId, (tx) => repo.changeConexion(tx, empresaId, change));
  } else if (info.kind === 'unauthorised') await noteRefusal(ctx, empresaId, info);
  return estadoDe(ctx, empresaId);
}

/** Which documents are wanted: of these kinds, between two days, inclusive, as `YYYY-MM-DD`. */
export interface Wanted {
  readonly entities?: readonly DocumentEntity[];
  readonly desde: string;
  readonly hasta: string;
}

/** Documents that came together, and where those after them begin: undefined after the last ones. */
export interface DocumentPage {
  readonly documents: readonly { readonly entity: DocumentEntity; readonly json: unknown }[];
  readonly next: string | undefined;
}

/** How many documents there are. @throws Problem */
export async function countDocuments(ctx: Context, empresaId: string, wanted: Wanted): Promise<number> {
  const { company } = await quickbooksOf(ctx, empresaId, jobPatienceMs);
  const counts = await Promise.all(listsOf(wanted).map(({ list }) => company.count(list)));
  let total = 0;
  for (const count of counts) total += await demandValue(ctx, empresaId, count);
  return total;
}

/** Documents of a page that is given at once. */
const together = 250;

/**
 * The documents of a company between two dates, newest first of each kind, a few hundred at a time. The pages after those that
 * are being read are on their way. A document that changes meanwhile may come twice: it is known by its kind and its `Id`.
 *
 * @param from `next` of the page after which it was left
 * @throws Problem `quickbooks/…` at the first page that does not come
 */
export async function* documentPages(
  ctx: Context,
  empresaId: string,
  wanted: Wanted,
  from?: string,
): AsyncGenerator<DocumentPage, void> {
  const { company } = await quickbooksOf(ctx, empresaId, jobPatienceMs);
  const lists = listsOf(wanted, from);
  const positions = lists.map(({ start }) => start);
  for await (const { at, page } of company.allPages(lists.map(({ list }) => list))) {
    const { entity } = lists[at]!;
    const rows = await demandValue(ctx, empresaId, page);
    for (let i = 0; i < rows.length; i += together) {
      const documents = rows.slice(i, i + together).map((json) => ({ entity, json }));
      positions[at]! += documents.length;
      yield { documents, next: `${entity}:${positions[at]}` };
    }
  }
}

/** The lists of the kinds that are wanted, from a place on. */
function listsOf(
  { entities = documentEntities, desde, hasta }: Wanted,
  from?: string,
): { entity: DocumentEntity; start: number; list: Listed }[] {
  const [kind, position = '1'] = from?.split(':') ?? [];
  const left = kind === undefined ? entities : entities.slice(Math.max(0, entities.indexOf(kind as DocumentEntity)));
  return left.map((entity) => {
    const start = entity === kind ? Number(position) : 1;
    return { entity, start, list: documentsBetween(entity, desde, hasta, start) };
  });
}

/** The accounts of a company, by name. @throws Problem */
export async function accountsOf(ctx: Context, empresaId: string): Promise<unknown[]> {
  const { company } = await quickbooksOf(ctx, empresaId);
  const accounts: unknown[] = [];
  const list: Listed = { from: 'Account', where: [], orderBy: { field: 'Name', descending: false } };
  for await (const page of company.pages(list)) accounts.push(...(await demandValue(ctx, empresaId, page)));
  return accounts;
}
