import { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { displayFecha, formatFecha, formatISODate, type Periodo, parseISODate, periodoOf } from '@timbre/values';
import { bringUpToDate } from '../../domain/reports/catch-up.ts';
import { consumerSums } from '../../domain/reports/consumer-repo.ts';
import { type Days, daysOf, type Scope } from '../../domain/reports/scope.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import {
  deleteReporte,
  fileReporte,
  findReporte,
  isFiledOver,
  listReportes,
  newestReady,
  type ReporteRow,
} from './repo.ts';
import { firstRows, rowsFrom } from './saved/parts.ts';
import { filaView } from './saved/row.ts';

type Tipo = reportes.TipoDeReporte;

/** The company whose reports these are, in its environment. */
export async function scopeOf(ctx: Context, empresaId: string): Promise<Scope> {
  const { ambiente, rnc } = await ctx.issuers.of(empresaId);
  return { empresaId, ambiente, rnc };
}

/** The dates of a request. @throws Problem `reportes/fechas`, `reportes/orden` */
export function rangeOf({
  fechaDesde,
  fechaHasta,
}: {
  readonly fechaDesde?: string;
  readonly fechaHasta?: string;
}): Days {
  if (fechaDesde === undefined || fechaHasta === undefined) return refuse('reportes/fechas');
  if (fechaDesde > fechaHasta) refuse('reportes/orden');
  return { desde: fechaDesde, hasta: fechaHasta };
}

/** The month whose first and last day these are; undefined if they are not. */
export function monthOf({ desde, hasta }: Days): Periodo | undefined {
  const periodo = periodoOf(parseISODate(desde)!);
  const month = daysOf(periodo);
  return month.desde === desde && month.hasta === hasta ? periodo : undefined;
}

/** The name of a report in sentences: `606`, `IT-1`. */
export const reportName = (tipo: reportes.TipoDeReporte): string => (tipo === 'it1' ? 'IT-1' : tipo);

/** The kind of receipts that feed a report that can be loaded from paper; undefined if none do. */
export const sentidoOf = (tipo: reportes.TipoDeReporte) =>
  tipo === '606' ? 'compra' : tipo === '607' ? 'venta' : undefined;

/** A report of a kind. @throws Problem `recurso/no-encontrado` */
async function demandReporte(tx: Tx, empresaId: string, tipo: Tipo, id: string, held = false): Promise<ReporteRow> {
  const row = await findReporte(tx, empresaId, id, held);
  return row?.tipo === tipo ? row : refuse('recurso/no-encontrado');
}

/** A report whose generation was completed. @throws Problem also `reportes/en-curso`, `reportes/sin-datos` */
export async function demandReady(
  tx: Tx,
  empresaId: string,
  tipo: Tipo,
  id: string,
  held = false,
): Promise<ReporteRow> {
  const row = await demandReporte(tx, empresaId, tipo, id, held);
  if (row.estado === 'generando') refuse('reportes/en-curso');
  if (row.estado === 'error') refuse('reportes/sin-datos', row.mensaje);
  return row;
}

/** A report of a kind, for its screen. @throws Problem `recurso/no-encontrado` */
export const findOwn = ({ db }: Context, empresaId: string, tipo: Tipo, id: string): Promise<ReporteRow> =>
  db.reading(empresaId, (tx) => demandReporte(tx, empresaId, tipo, id));

/** Maximum number of saved reports in the history of a type. */
const mostOfHistory = 100;

/** The newest reports of a kind, of any dates. */
export const newestOf = ({ db }: Context, scope: Scope, tipo: Tipo) =>
  db.reading(scope.empresaId, (tx) => listReportes(tx, scope, tipo, undefined, mostOfHistory));

/** The newest saved report of the dates. @throws Problem `reportes/sin-datos` where there is none, or it has no rows */
export async function demandNewest({ db }: Context, scope: Scope, tipo: Tipo, days: Days): Promise<ReporteRow> {
  const report = await db.reading(scope.empresaId, (tx) => newestReady(tx, scope, tipo, days));
  return report === undefined || (tipo !== 'it1' && report.filas === 0) ? refuse('reportes/sin-datos') : report;
}

/** Adds up the sales to consumers of a month, after it was brought up to date. */
export async function summarizeConsumers(ctx: Context, scope: Scope, periodo: Periodo) {
  await bringUpToDate(ctx, scope, daysOf(periodo));
  return ctx.db.reading(scope.empresaId, (tx) => consumerSums(tx, scope, Number(periodo)));
}

/** Rows shown for each report of a list. */
const rowsOfList = 10;

/** The newest reports of a kind and dates, each with its first rows. */
export async function listWithRows(ctx: Context, scope: Scope, tipo: Tipo, days: Days) {
  const { empresaId } = scope;
  const rows = await ctx.db.reading(empresaId, (tx) => listReportes(tx, scope, tipo, days, reportes.limiteDeHistorial));
  const ready = rows.filter(({ estado }) => estado === 'listo').map(({ id }) => id);
  const first = await firstRows(ctx.db, empresaId, ready, rowsOfList);
  return rows.map((row) => ({ row, datos: (first.get(row.id) ?? []).map(filaView) }));
}

/** Rows of a report from a place on. */
export async function pageOfRows(ctx: Context, empresaId: string, tipo: Tipo, id: string, from: number, count: number) {
  const { filas: total } = await ctx.db.reading(empresaId, (tx) => demandReady(tx, empresaId, tipo, id));
  const rows = tipo === 'it1' || from >= total ? [] : await rowsFrom(ctx.db, empresaId, id, from, count);
  return { filas: rows.map(filaView), total: tipo === 'it1' ? 0 : total };
}

/** Deletes a report. @throws Problem `recurso/no-encontrado`, `reportes/presentado` */
export const removeReporte = (ctx: Context, empresaId: string, tipo: Tipo, id: string, by: Actor): Promise<void> =>
  ctx.db.tenant(empresaId, async (tx) => {
    const report = await demandReporte(tx, empresaId, tipo, id, true);
    if (report.presentado !== null) refuse('reportes/presentado');
    if (await isFiledOver(tx, empresaId, id)) refuse('reportes/presentado', 'De este reporte sale un IT-1 presentado');
    await deleteReporte(tx, empresaId, id);
    await ctx.events.append(tx, empresaId, [
      { tipo: 'reporte.eliminado', sujeto: id, datos: { ...recordedFields(report), ...by } },
    ]);
  });

/**
 * Records that a report was filed: from then on it cannot be deleted. Another call corrects the number and the day.
 *
 * @throws Problem `recurso/no-encontrado`, `reportes/en-curso`, `reportes/sin-datos`, `reportes/mes`
 */
export const fileReport = (
  ctx: Context,
  empresaId: string,
  tipo: Tipo,
  id: string,
  { numero, fecha }: { readonly numero: string; readonly fecha: string },
  by: Actor,
): Promise<ReporteRow> =>
  ctx.db.tenant(empresaId, async (tx) => {
    const report = await demandReady(tx, empresaId, tipo, id, true);
    if (monthOf(report) === undefined)
      refuse('reportes/mes', 'Se presenta el reporte de un mes, del primer al último día');
    if (fecha > today(ctx)) refuse('peticion/invalida', 'La fecha de presentación no puede ser futura');
    if (fecha < report.hasta)
      refuse(
        'peticion/invalida',
        `La fecha de presentación no puede ser anterior al ${displayFecha(report.hasta)}, el último día del período`,
      );
    const filed = await fileReporte(tx, empresaId, id, { aceptacion: numero, presentado: fecha, presento: by.por });
    const datos = { ...recordedFields(report), numero, fecha, ...by };
    await ctx.events.append(tx, empresaId, [{ tipo: 'reporte.presentado', sujeto: id, datos }]);
    return filed;
  });

/** Today in Santo Domingo, yyyy-MM-dd. */
export const today = ({ clock }: Pick<Context, 'clock'>): string => formatISODate(formatFecha(clock.now().getTime()));

/** The fields that identify a report in the record of the company. */
export const recordedFields = ({ id, tipo, desde, hasta }: Pick<ReporteRow, 'id' | 'tipo' | 'desde' | 'hasta'>) => ({
  id,
  tipo: reportName(tipo),
  desde: displayFecha(desde),
  hasta: displayFecha(hasta),
});
