import { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { displayFecha, formatFecha, formatISODate } from '@timbre/values';
import type { Days, Scope } from '../../domain/reports/scope.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { firstRows, rowsFrom } from './parts.ts';
import { monthOf, reportName } from './range.ts';
import { deleteReporte, fileReporte, findReporte, isFiledOver, listReportes, type ReporteRow } from './repo.ts';
import { filaView } from './saved-row.ts';

export { readPlace, writePlace } from './live-cursor.ts';
export { rangeOf } from './range.ts';

type Tipo = reportes.TipoDeReporte;

/** The company whose reports these are, in its environment. */
export async function scopeOf(ctx: Context, empresaId: string): Promise<Scope> {
  const { ambiente, rnc } = await ctx.issuers.of(empresaId);
  return { empresaId, ambiente, rnc };
}

/** A report of a kind. @throws Problem `recurso/no-encontrado` */
export async function demandReporte(
  tx: Tx,
  empresaId: string,
  tipo: Tipo,
  id: string,
  held = false,
): Promise<ReporteRow> {
  const found = await findReporte(tx, empresaId, id, held);
  return found?.tipo === tipo ? found : refuse('recurso/no-encontrado');
}

/** A report whose generation was completed. @throws Problem also `reportes/en-curso`, `reportes/sin-datos` */
export async function demandReady(
  tx: Tx,
  empresaId: string,
  tipo: Tipo,
  id: string,
  held = false,
): Promise<ReporteRow> {
  const found = await demandReporte(tx, empresaId, tipo, id, held);
  if (found.estado === 'generando') refuse('reportes/en-curso');
  if (found.estado === 'error') refuse('reportes/sin-datos', found.mensaje);
  return found;
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
      { tipo: 'reporte.eliminado', sujeto: id, datos: { ...toldOf(report), ...by } },
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
    const datos = { ...toldOf(report), numero, fecha, ...by };
    await ctx.events.append(tx, empresaId, [{ tipo: 'reporte.presentado', sujeto: id, datos }]);
    return filed;
  });

/** Today in Santo Domingo, yyyy-MM-dd. */
export const today = ({ clock }: Pick<Context, 'clock'>): string => formatISODate(formatFecha(clock.now().getTime()));

/** The fields that identify a report in the record of the company. */
export const toldOf = ({ id, tipo, desde, hasta }: Pick<ReporteRow, 'id' | 'tipo' | 'desde' | 'hasta'>) => ({
  id,
  tipo: reportName(tipo),
  desde: displayFecha(desde),
  hasta: displayFecha(hasta),
});
