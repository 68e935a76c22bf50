import type { GrupoDeAuditoria } from '@timbre/contract';
import { addDays, type Fecha, parseFechaHora, parseISODate } from '@timbre/values';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transactions.ts';
import { verifyChain } from '../../events/events.ts';
import { type EventKind, kinds } from '../../events/kinds.ts';
import type { Actor } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import * as repo from './repo.ts';

const pageSize = 100;
const maxExported = 10_000;

/** What somebody looks for in a record; dates yyyy-MM-dd, both ends included. */
export interface Search {
  readonly grupo?: GrupoDeAuditoria | undefined;
  readonly desde?: string | undefined;
  readonly hasta?: string | undefined;
  readonly quien?: string | undefined;
}

/**
 * A page of a record, the newest first.
 *
 * @param record the id of a company, or the platform's
 * @param before the last entry already seen
 */
export const listEntradas = (ctx: Context, record: string, search: Search, before: number | undefined) =>
  ctx.db.tenant(record, async (tx) => {
    const filter = await filterOf(tx, record, search);
    const until = Math.min(before ?? Number.MAX_SAFE_INTEGER, filter.before ?? Number.MAX_SAFE_INTEGER);
    const rows = await repo.listEntradas(tx, record, { ...filter, before: until }, pageSize + 1);
    return { rows: rows.slice(0, pageSize), hayMas: rows.length > pageSize };
  });

/** What a person takes with them of a record. That they did is recorded. */
export const exportEntradas = (ctx: Context, record: string, search: Search, by: Actor) =>
  ctx.db.tenant(record, async (tx) => {
    const rows = await repo.listEntradas(tx, record, await filterOf(tx, record, search), maxExported);
    const datos = { entradas: rows.length, ...search, ...by };
    await ctx.events.append(tx, record, [{ tipo: 'auditoria.exportada', datos }]);
    return rows;
  });

/** Checks a whole record. */
export const verifyRecord = (ctx: Context, record: string) => verifyChain(ctx.db, record);

async function filterOf(tx: Tx, record: string, { grupo, desde, hasta, quien }: Search): Promise<repo.EntradaFilter> {
  const from = desde === undefined ? 1 : await repo.firstFrom(tx, record, startOf(dayOf(desde)));
  const before = hasta === undefined ? undefined : await repo.firstFrom(tx, record, startOf(addDays(dayOf(hasta), 1)));
  return { tipos: tiposOf(grupo), from, before, quien };
}

const dayOf = (text: string): Fecha => parseISODate(text) ?? refuse('peticion/invalida', `«${text}» no es una fecha`);
const startOf = (fecha: Fecha): Date => new Date(parseFechaHora(`${fecha} 00:00:00`)!);

/** The kinds of a group; of none, all that people do. What only tells screens to look again is for nobody to read. */
const tiposOf = (grupo: GrupoDeAuditoria | undefined): EventKind[] =>
  (Object.keys(kinds) as EventKind[]).filter(
    (tipo) =>
      tipo !== 'configuracion' &&
      (grupo === undefined ? kinds[tipo].grupo !== 'documento' : kinds[tipo].grupo === grupo),
  );
