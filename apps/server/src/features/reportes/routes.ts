import { reportes } from '@timbre/contract';
import type { Periodo } from '@timbre/values';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, type CompanyCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { demandOwnRnc } from '../empresa/service.ts';
import { changesSince, compareSaved } from './filed/changes.ts';
import { dueReports } from './filed/due.ts';
import { csvOfReport } from './files/csv.ts';
import { bookRoutes } from './files/routes.ts';
import { txtOfSaved } from './files/saved-txt.ts';
import { txtOfMonth } from './files/txt.ts';
import { loadDatos, requestReport } from './generate/request.ts';
import { fillBoxes, rowsBehind } from './it1/boxes.ts';
import { liveRoutes } from './live/routes.ts';
import { reconcileRoutes } from './reconcile/routes.ts';
import {
  fileReport,
  findOwn,
  listWithRows,
  newestOf,
  pageOfRows,
  rangeOf,
  removeReporte,
  scopeOf,
  summarizeConsumers,
} from './service.ts';
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
    const rows = await listWithRows(ctx, scope, params.tipo, rangeOf(query));
    return rows.map(({ row, datos }) => ({ ...reporteView(row, scope.rnc), datos }));
  });
  handle(http, reportes.historialDeReportes, async ({ caller, params, query }) => {
    const scope = await scoped(caller);
    const { limite = reportes.limiteDeHistorial } = query;
    const rows = await newestOf(ctx, scope, params.tipo, limite);
    return rows.map((row) => reporteView(row, scope.rnc));
  });
  handle(http, reportes.verReporte, async ({ caller, params: { tipo, id } }) => {
    const { rnc } = await scoped(caller);
    return reporteView(await findOwn(ctx, caller.empresaId, tipo, id), rnc);
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
  handle(http, reportes.resumenDeConsumo, async ({ caller, query }) =>
    consumerView(await summarizeConsumers(ctx, await scoped(caller), query.periodo as Periodo)),
  );

  handle(http, reportes.exportarCsv, async ({ caller, params, query, request }) => {
    const days = rangeOf(query);
    return csvOfReport(ctx, await scoped(caller), params.tipo, days, actorOf(caller, request));
  });
  handle(http, reportes.exportarTxt, async ({ caller, params, query, request }) => {
    const { formato = 'oficial', ...dates } = query;
    const by = actorOf(caller, request);
    return txtOfMonth(ctx, await scoped(caller), params.tipo, rangeOf(dates), formato, by);
  });
  handle(http, reportes.txtDeReporte, async ({ caller, params: { tipo, id }, request }) =>
    txtOfSaved(ctx, await scoped(caller), tipo, id, actorOf(caller, request)),
  );
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
