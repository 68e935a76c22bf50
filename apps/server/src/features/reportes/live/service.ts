import { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { type Periodo, parseISODate } from '@timbre/values';
import { LOOK_UP } from '../../../domain/received/look-up.ts';
import { answerReceipts, type Change } from '../../../domain/reports/answer.ts';
import { sentidoDe } from '../../../domain/reports/answer-keys.ts';
import { bringUpToDate } from '../../../domain/reports/catch-up.ts';
import { type Changing, changingOf } from '../../../domain/reports/changed-months.ts';
import { filedMonths } from '../../../domain/reports/filed-repo.ts';
import { type GridFilter, gridPlaces, type PlaceOfPart, pendingFirst } from '../../../domain/reports/grid-repo.ts';
import { mostListed } from '../../../domain/reports/problems.ts';
import { findReceipts, type ReceiptKey } from '../../../domain/reports/receipts-repo.ts';
import { idOfRow } from '../../../domain/reports/row.ts';
import { type RowPlace, totalsOf } from '../../../domain/reports/rows-repo.ts';
import { daysOf, type Scope } from '../../../domain/reports/scope.ts';
import { deriveStored } from '../../../domain/reports/store-rows.ts';
import type { ReporteDeRenglones } from '../../../domain/reports/tables.ts';
import { countUnconfirmed, listUnconfirmed } from '../../../domain/reports/unconfirmed-repo.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { totalesView, viewsOf } from './view.ts';

/** Batches of documents that opening a list may read; generating the report reads them all. */
const effort = { batches: 5 };

/** Parameters of a list. */
interface ListQuery {
  readonly periodo: string;
  readonly despues?: string;
  readonly cuantos?: number;
  readonly soloPendientes?: boolean;
  readonly primeroPendientes?: boolean;
  readonly buscar?: string;
}

/**
 * The receipts of a month with their rows in a report. The first page first updates the month, within a limit of
 * effort.
 */
export async function listLive(ctx: Context, scope: Scope, tipo: ReporteDeRenglones, query: ListQuery) {
  const { periodo, despues, cuantos = reportes.filasPorPagina, buscar = '' } = query;
  const after = despues === undefined ? undefined : readPlace(despues);
  const days = daysOf(periodo as Periodo);
  if (after === undefined) await bringUpToDate(ctx, scope, days, undefined, effort);
  const filter = { periodo: Number(periodo), buscar };
  return ctx.db.reading(scope.empresaId, async (tx) => {
    const [places, totals, filed, sinConfirmar] = await Promise.all([
      placesOf(tx, scope, tipo, filter, query, after, cuantos + 1),
      totalsOf(tx, scope, tipo, days),
      filedMonths(tx, scope, [{ reporte: tipo, periodo: filter.periodo }]),
      tipo === '606' ? countUnconfirmed(tx, scope, days) : 0,
    ]);
    const page = places.slice(0, cuantos);
    const views = await viewsOf(tipo, await derivedOf(tx, scope, tipo, page));
    return {
      comprobantes: page.flatMap((row) => views.get(idOfRow(row)) ?? []),
      siguiente: places.length > cuantos ? writePlace(page.at(-1)!) : null,
      totales: totalesView(totals),
      sinConfirmar,
      presentado:
        filed
          .filter(({ presentado }) => presentado === tipo)
          .map(({ id, numero, fecha }) => ({ id, numero, fecha }))[0] ?? null,
    };
  });
}

/** The places of a page, in the order that the query asks for. */
async function placesOf(
  tx: Tx,
  scope: Scope,
  tipo: ReporteDeRenglones,
  filter: Omit<GridFilter, 'parte'>,
  { soloPendientes = false, primeroPendientes = false }: ListQuery,
  after: PlaceOfPart | undefined,
  most: number,
): Promise<readonly PlaceOfPart[]> {
  if (primeroPendientes && !soloPendientes) return pendingFirst(tx, scope, tipo, filter, after, most);
  const parte = soloPendientes ? 'pendientes' : 'todas';
  const places = await gridPlaces(tx, scope, tipo, { ...filter, parte }, after, most);
  return places;
}

/** Asks the DGII again about the received e-CF of a month that it has not accepted. Returns their number. */
export async function askAgain({ db, queue }: Context, scope: Scope, periodo: Periodo): Promise<number> {
  return db.tenant(scope.empresaId, async (tx) => {
    const unconfirmed = await listUnconfirmed(tx, scope, daysOf(periodo), mostListed);
    await queue.enqueue(
      tx,
      unconfirmed.map(({ documentoId }) => ({ clase: LOOK_UP, empresaId: scope.empresaId, sujeto: documentoId })),
    );
    return unconfirmed.length;
  });
}

/** Receipts with the rows that follow from their answers and the newest suggestions, including excluded receipts. */
async function derivedOf(tx: Tx, scope: Scope, tipo: ReporteDeRenglones, keys: readonly ReceiptKey[]) {
  const unique = new Map(keys.map(({ emisor, ncf }) => [`${emisor}|${ncf}`, { emisor, ncf }]));
  return deriveStored(tx, scope, await findReceipts(tx, scope, sentidoDe(tipo), [...unique.values()]));
}

/**
 * Stores the answers of a person for receipts.
 *
 * @throws Problem `recurso/no-encontrado`, `reportes/respuesta`, `reportes/presentado`
 */
export async function answerLive(
  ctx: Context,
  scope: Scope,
  tipo: ReporteDeRenglones,
  cambios: readonly { id: string; respuestas: Record<string, string | null>; excluido?: string | null }[],
  aunquePresentado: boolean | undefined,
  by: Actor,
): Promise<{ comprobantes: reportes.ComprobanteDeReporte[] }> {
  const changes = cambios.map((change): Change => ({ ...keyOfId(change.id), ...change }));
  return ctx.db.tenant(scope.empresaId, async (tx) => {
    const derived = await storeAnswers(
      ctx,
      tx,
      scope,
      tipo,
      changes,
      { changing: changingOf(aunquePresentado), teach: true },
      by,
    );
    return { comprobantes: [...(await viewsOf(tipo, derived)).values()] };
  });
}

/** The receipt in the id of a row. @throws Problem `recurso/no-encontrado` */
export function keyOfId(id: string): ReceiptKey {
  const [emisor, ncf, momento, more] = id.split('|');
  if (emisor === undefined || ncf === undefined || momento === undefined || more !== undefined)
    return refuse('recurso/no-encontrado', `«${id}» no es el id de un comprobante`);
  return { emisor, ncf };
}

/** Stores answers with their event. */
async function storeAnswers(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  tipo: ReporteDeRenglones,
  changes: readonly Change[],
  options: { readonly changing: Changing; readonly teach: boolean },
  by: Actor,
) {
  const { derived, presentado } = await answerReceipts(ctx, tx, scope, tipo, changes, options);
  const datos = { tipo, cuantos: derived.length, presentado, ...by };
  await ctx.events.append(tx, scope.empresaId, [{ tipo: 'reporte.respondido', datos }]);
  return derived;
}

/** Maximum rows with suggestions that one transaction accepts. */
const acceptedAtOnce = 500;

/**
 * Accepts the suggestions of a month as answers, a limited number of receipts per transaction.
 *
 * @returns how many fields were answered
 * @throws Problem `reportes/presentado`
 */
export async function acceptSuggestions(
  ctx: Context,
  scope: Scope,
  tipo: ReporteDeRenglones,
  periodo: number,
  aunquePresentado: boolean | undefined,
  by: Actor,
): Promise<number> {
  const filter: GridFilter = { periodo, parte: 'pendientes', buscar: '' };
  let after: RowPlace | undefined;
  let taken = 0;
  for (;;) {
    const from = after;
    const { places, fields } = await ctx.db.tenant(scope.empresaId, async (tx) => {
      const places = await gridPlaces(tx, scope, tipo, filter, from, acceptedAtOnce);
      const derived = await derivedOf(tx, scope, tipo, places);
      const views = [...(await viewsOf(tipo, derived)).values()];
      const changes = views
        .filter(({ sugerencias }) => Object.keys(sugerencias).length > 0)
        .map(({ id, sugerencias }): Change => ({ ...keyOfId(id), respuestas: sugerencias }));
      const fields = changes.reduce((sum, { respuestas }) => sum + Object.keys(respuestas).length, 0);
      const options = { changing: changingOf(aunquePresentado), teach: false };
      if (changes.length > 0) await storeAnswers(ctx, tx, scope, tipo, changes, options, by);
      return { places, fields };
    });
    taken += fields;
    if (places.length < acceptedAtOnce) return taken;
    after = places.at(-1);
  }
}

/** The place of a row as a cursor, opaque to callers. */
export const writePlace = ({ fecha, ncf, emisor, momento, parte }: PlaceOfPart): string =>
  Buffer.from([fecha, ncf, emisor, momento, ...(parte === undefined ? [] : [parte])].join('|')).toString('base64url');

const written =
  /^(\d{4}-\d{2}-\d{2})\|([0-9A-Z]{1,19})\|([0-9A-Za-z-]{0,20})\|(compra|pago)(?:\|(pendientes|completas))?$/;

/** Reads a cursor of {@link writePlace}. @throws Problem `peticion/invalida` for any other text */
export function readPlace(cursor: string): PlaceOfPart {
  const [, fecha, ncf, emisor, momento, parte] =
    written.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (fecha === undefined || ncf === undefined || emisor === undefined || parseISODate(fecha) === undefined)
    return refuse('peticion/invalida', 'El cursor no es de esta lista');
  const place = { fecha, ncf, emisor, momento: momento as RowPlace['momento'] };
  return parte === undefined ? place : { ...place, parte: parte as 'pendientes' | 'completas' };
}
