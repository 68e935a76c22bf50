import { reportes } from '@timbre/contract';
import type { Periodo } from '@timbre/values';
import { bringUpToDate } from '../../domain/reports/catch-up.ts';
import { consumerSums } from '../../domain/reports/consumer-repo.ts';
import { daysOf } from '../../domain/reports/scope.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, type CompanyCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { demandOwnRnc } from '../empresa/service.ts';
import { bookRoutes } from './book-routes.ts';
import { fillBoxes, rowsBehind } from './boxes.ts';
import { changesSince, compareSaved } from './changes.ts';
import { dueReports } from './due.ts';
import { csvOfReport } from './files.ts';
import { liveRoutes } from './live-routes.ts';
import { rangeOf } from './range.ts';
import { reconcileRoutes } from './reconcile-routes.ts';
import { listReportes } from './repo.ts';
import { loadDatos, requestReport } from './request.ts';
import { demandReporte, fileReport, listWithRows, pageOfRows, removeReporte, scopeOf } from './service.ts';
import { txtOfMonth } from './txt.ts';
import { consumerView, reporteView } from './view.ts';

/** Serves the reports: current receipts, saved reports, and files of both. */
export function reportesRoutes(http: Http, ctx: Context): void {
  liveRoutes(http, ctx);
  savedRoutes(http, ctx);
  bookRoutes(http, ctx);
  reconcileRoutes(http, ctx);
}

function savedRoutes(http: Http, ctx: Context): void {
  const scoped = ({ empresaId }: CompanyCaller) => scopeOf(ctx, empresaId);

  handle(http, reportes.generarReporte, async ({ caller, params, body, request }) => {
    const { leerQuickBooks = true } = body;
    const days = rangeOf(body);
    const scope = await scoped(caller);
    const by = actorOf(caller, request);
    const row = await requestReport(ctx, scope, params.tipo, days, body, leerQuickBooks, by);
    return reporteView(row, scope.rnc);
  });
  handle(http, reportes.listarReportes, async ({ caller, params, query }) => {
    const scope = await scoped(caller);
    const found = await listWithRows(ctx, scope, params.tipo, rangeOf(query));
    return found.map(({ row, datos }) => ({ ...reporteView(row, scope.rnc), datos }));
  });
  handle(http, reportes.historialDeReportes, async ({ caller, params, query }) => {
    const scope = await scoped(caller);
    const { limite = reportes.limiteDeHistorial } = query;
    const rows = await ctx.db.reading(caller.empresaId, (tx) =>
      listReportes(tx, scope, params.tipo, undefined, limite),
    );
    return rows.map((row) => reporteView(row, scope.rnc));
  });
  handle(http, reportes.verReporte, async ({ caller, params: { tipo, id } }) => {
    const { rnc } = await scoped(caller);
    const row = await ctx.db.reading(caller.empresaId, (tx) => demandReporte(tx, caller.empresaId, tipo, id));
    return reporteView(row, rnc);
  });
  handle(http, reportes.filasDeReporte, ({ caller, params: { tipo, id }, query }) => {
    const { desde = 0, cuantas = reportes.filasPorPagina } = query;
    return pageOfRows(ctx, caller.empresaId, tipo, id, desde, cuantas);
  });
  handle(http, reportes.eliminarReporte, async ({ caller, params: { tipo, id }, request }) => {
    await removeReporte(ctx, caller.empresaId, tipo, id, actorOf(caller, request));
    return undefined;
  });
  handle(http, reportes.compararReportes, ({ caller, params: { tipo, id }, query }) =>
    compareSaved(ctx, caller.empresaId, tipo, id, query.con),
  );
  handle(http, reportes.presentarReporte, async ({ caller, params: { tipo, id }, body, request }) => {
    const { rnc } = await scoped(caller);
    return reporteView(await fileReport(ctx, caller.empresaId, tipo, id, body, actorOf(caller, request)), rnc);
  });
  handle(http, reportes.rectificacionDeReporte, async ({ caller, params: { tipo, id } }) =>
    changesSince(ctx, await scoped(caller), tipo, id),
  );
  handle(http, reportes.filasDeCasilla, ({ caller, params: { id, casilla } }) =>
    rowsBehind(ctx, caller.empresaId, id, casilla),
  );
  handle(http, reportes.responderIT1, async ({ caller, params, body, request }) => {
    await fillBoxes(ctx, await scoped(caller), params.periodo, body, actorOf(caller, request));
    return undefined;
  });
  handle(http, reportes.vencimientosDeReportes, async ({ caller }) => dueReports(ctx, await scoped(caller)));
  handle(http, reportes.resumenDeConsumo, async ({ caller, query: { periodo } }) => {
    const scope = await scoped(caller);
    await bringUpToDate(ctx, scope, daysOf(periodo as Periodo));
    const sums = await ctx.db.reading(caller.empresaId, (tx) => consumerSums(tx, scope, Number(periodo)));
    return consumerView(sums);
  });

  handle(http, reportes.exportarCsv, async ({ caller, params, query, request }) => {
    const days = rangeOf(query);
    return csvOfReport(ctx, await scoped(caller), params.tipo, days, actorOf(caller, request));
  });
  handle(http, reportes.exportarTxt, async ({ caller, params, query, request }) => {
    const { formato = 'oficial', ...dates } = query;
    const by = actorOf(caller, request);
    return txtOfMonth(ctx, await scoped(caller), params.tipo, rangeOf(dates), formato, by);
  });
  handle(http, reportes.txtDe606, async ({ caller, body, request }) => {
    const { rnc, fechaInicio, fechaFin, formato = 'oficial' } = body;
    const scope = await scoped(caller);
    await demandOwnRnc(ctx, caller, rnc);
    const days = rangeOf({ fechaDesde: fechaInicio, fechaHasta: fechaFin });
    const by = actorOf(caller, request);
    await loadDatos(ctx, scope, '606', body, by);
    return txtOfMonth(ctx, scope, '606', days, formato, by);
  });
}
