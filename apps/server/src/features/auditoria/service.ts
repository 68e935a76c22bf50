import type { GrupoDeAuditoria } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { addDays, type Fecha, parseFechaHora, parseISODate } from '@timbre/values';
import type { Tx } from '../../platform/db/transactions.ts';
import * as repo from '../../platform/events/entries-repo.ts';
import { type EventKind, kinds, ofDocuments, seriesOf } from '../../platform/events/kinds.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

const pageSize = 100;
const maxExported = 10_000;

/** Search criteria for a record; dates yyyy-MM-dd, both ends included. */
export interface Search {
  readonly grupo?: GrupoDeAuditoria | undefined;
  readonly desde?: string | undefined;
  readonly hasta?: string | undefined;
  readonly quien?: string | undefined;
}

/**
 * A page of a record, newest first.
 *
 * @param record the id of a company, or the platform's
 * @param before number of the last entry already returned
 */
export const listEntradas = (
  ctx: Context,
  record: string,
  search: Search,
  before: number | undefined,
  limit = pageSize,
) =>
  ctx.db.tenant(record, async (tx) => {
    const filter = await filterOf(tx, record, search);
    const until = Math.min(before ?? Number.MAX_SAFE_INTEGER, filter.before ?? Number.MAX_SAFE_INTEGER);
    const rows = await repo.listEntradas(tx, record, { ...filter, before: until }, limit + 1);
    return { rows: rows.slice(0, limit), hayMas: rows.length > limit };
  });

/** The entries that a person downloads. The download itself is recorded. */
export const exportEntradas = (ctx: Context, record: string, search: Search, by: Actor) =>
  ctx.db.tenant(record, async (tx) => {
    const rows = await repo.listEntradas(tx, record, await filterOf(tx, record, search), maxExported);
    const datos = { entradas: rows.length, ...search, ...by };
    await ctx.events.append(tx, record, [{ tipo: 'auditoria.exportada', datos }]);
    return rows;
  });

async function filterOf(tx: Tx, record: string, { grupo, desde, hasta, quien }: Search): Promise<repo.EntradaFilter> {
  const from = desde === undefined ? 1 : await repo.firstFrom(tx, record, startOf(dayOf(desde)));
  const before = hasta === undefined ? undefined : await repo.firstFrom(tx, record, startOf(addDays(dayOf(hasta), 1)));
  return { tipos: tiposOf(grupo), from, before, quien };
}

const dayOf = (text: string): Fecha => parseISODate(text) ?? refuse('peticion/invalida', `«${text}» no es una fecha`);
const startOf = (fecha: Fecha): Date => new Date(parseFechaHora(`${fecha} 00:00:00`)!);

/** The kinds of a group; without a group, those of acts of people. Kinds that only refresh screens are left out. */
const tiposOf = (grupo: GrupoDeAuditoria | undefined): EventKind[] =>
  (Object.keys(kinds) as EventKind[]).filter(
    (tipo) =>
      seriesOf(tipo) !== undefined && (grupo === undefined ? !ofDocuments.includes(tipo) : kinds[tipo].grupo === grupo),
  );
