import { reportes } from '@timbre/contract';
import { rowFromTexts } from '@timbre/reports';
import type { Periodo } from '@timbre/values';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/transactions.ts';
import { actorOf } from '../../http/caller.ts';
import { type Http, handle } from '../../http/register.ts';
import { sentidoDe } from '../../renglones/answer-keys.ts';
import { bringUpToDate } from '../../renglones/catch-up.ts';
import { problemsOfMonth } from '../../renglones/check-rows.ts';
import { loadReceipts } from '../../renglones/load.ts';
import { problemsOf } from '../../renglones/problems.ts';
import { type Days, daysOf, type Scope } from '../../renglones/scope.ts';
import { acceptSuggestions, answerLive, listLive } from './live-service.ts';

/** The rows of the 608, page by page: they come from the ledger, not from receipts. */
export type VoidedRows = (db: Db, scope: Scope, days: Days) => AsyncIterable<readonly reportes.FilaDeReporte[]>;

/** Serves what receipts say now: the grid, answers, paper and problems. */
export function liveRoutes(http: Http, ctx: Context, voidedRows: VoidedRows): void {
  const scopeOf = async (empresaId: string): Promise<Scope> => {
    const { ambiente, rnc } = await ctx.issuers.of(empresaId);
    return { empresaId, ambiente, rnc };
  };

  handle(http, reportes.listarComprobantes, async ({ caller, params, query }) =>
    listLive(ctx, await scopeOf(caller.empresaId), params.tipo, query),
  );
  handle(http, reportes.responderComprobantes, async ({ caller, params, body, request }) => {
    const scope = await scopeOf(caller.empresaId);
    const by = actorOf(caller, request);
    return answerLive(ctx, scope, params.tipo, body.cambios, body.aunquePresentado ?? false, by);
  });
  handle(http, reportes.aceptarSugerencias, async ({ caller, params, body, request }) => {
    const scope = await scopeOf(caller.empresaId);
    const by = actorOf(caller, request);
    return { aceptadas: await acceptSuggestions(ctx, scope, params.tipo, Number(body.periodo), by) };
  });
  handle(http, reportes.cargarComprobantes, async ({ caller, params, body, request }) => {
    const scope = await scopeOf(caller.empresaId);
    return loadReceipts(ctx, scope, sentidoDe(params.tipo), body.datos, actorOf(caller, request));
  });
  handle(http, reportes.problemasDeReporte, async ({ caller, params: { tipo }, query }) => {
    const scope = await scopeOf(caller.empresaId);
    const periodo = query.periodo as Periodo;
    if (tipo === '608') {
      const pages = checkedVoided(voidedRows(ctx.db, scope, daysOf(periodo)));
      return problemsOf('608', pages, { declarante: scope.rnc, periodo });
    }
    await bringUpToDate(ctx, scope, daysOf(periodo));
    return problemsOfMonth(ctx.db, scope, tipo, periodo);
  });
}

async function* checkedVoided(pages: ReturnType<VoidedRows>) {
  for await (const page of pages) yield page.map(({ id, fila }) => ({ id, draft: rowFromTexts('608', fila) }));
}
