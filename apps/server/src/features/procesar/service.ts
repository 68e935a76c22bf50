import { procesar } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { mappingFaults } from '@timbre/reports';
import { firstDay, formatFecha, formatISODate, periodoOf } from '@timbre/values';
import type { Static } from 'typebox';
import { bringUpToDate } from '../../domain/reports/catch-up.ts';
import { rowOf, rowPage, totalsOf } from '../../domain/reports/rows-repo.ts';
import type { Days, Scope } from '../../domain/reports/scope.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { mapeoOf } from '../mapeo/service.ts';
import { type Claimed, estadoDe, refuseOther } from '../quickbooks/service.ts';
import { readPlace, writePlace } from '../reportes/live/service.ts';
import { rangeOf, today } from '../reportes/service.ts';
import { broughtMapping } from './mapping.ts';
import { recordedFields } from './record.ts';
import {
  changeEjecucion,
  type EjecucionRow,
  findEjecucion,
  insertEjecucion,
  listEjecuciones,
  listFallos,
  runningEjecucion,
} from './repo.ts';
import { PROCESS } from './run.ts';
import { ejecucionView } from './view.ts';

/** The days of a request; without dates, from the first of this month to today. @source specification 002 §2 */
export function daysOrMonth(ctx: Context, dates: DatesOf): Days {
  if (dates.fechaInicio !== undefined || dates.fechaFin !== undefined) return daysOf(dates);
  const now = formatFecha(ctx.clock.now().getTime());
  return { desde: formatISODate(firstDay(periodoOf(now))), hasta: today(ctx) };
}

interface DatesOf {
  readonly fechaInicio?: string;
  readonly fechaFin?: string;
}

/** The days of a request. @throws Problem `reportes/fechas`, `reportes/orden` */
export const daysOf = ({ fechaInicio, fechaFin }: DatesOf): Days =>
  rangeOf({
    ...(fechaInicio !== undefined && { fechaDesde: fechaInicio }),
    ...(fechaFin !== undefined && { fechaHasta: fechaFin }),
  });

/** The requirements of a run, and the run under way. */
export async function requirementsOf(ctx: Context, scope: Scope): Promise<procesar.RequisitosDeProceso> {
  const { empresaId } = scope;
  const { conectado, empresa, realmId: companyId } = await estadoDe(ctx, empresaId);
  return ctx.db.reading(empresaId, async (tx) => {
    const [mapping, running] = await Promise.all([mapeoOf(tx, empresaId), runningEjecucion(tx, scope)]);
    const faltas = mappingFaults(mapping);
    return {
      conexion: { conectado, empresa, companyId },
      mapeo: { completo: faltas.length === 0, faltas },
      enProceso: running === undefined ? null : ejecucionView(running),
    };
  });
}

type Body = Static<typeof procesar.procesarReportes.body>;

/** The id of the connected company in QuickBooks, which must be the one named. @throws Problem `procesar/requisitos` */
async function demandConnection(ctx: Context, empresaId: string, claimed: Claimed): Promise<string> {
  const { conectado, realmId } = await estadoDe(ctx, empresaId);
  if (!conectado || realmId === null)
    return refuse('procesar/requisitos', 'Conecte QuickBooks: sin conexión no hay documentos que leer');
  refuseOther(claimed, realmId);
  return realmId;
}

/**
 * Begins a run.
 *
 * @throws Problem `reportes/fechas`, `reportes/orden`, `procesar/requisitos`, `procesar/en-curso`
 */
export async function startRun(ctx: Context, scope: Scope, body: Body, { por, ip }: Actor) {
  const { empresaId, ambiente } = scope;
  const { desde, hasta } = daysOf(body);
  const realm = await demandConnection(ctx, empresaId, body.companyId);
  const brought = broughtMapping(body);
  const creado = ctx.clock.now();
  return ctx.db.tenant(empresaId, async (tx) => {
    const mapping = brought ?? (await mapeoOf(tx, empresaId));
    const faults = mappingFaults(mapping);
    if (faults.length > 0) refuse('procesar/requisitos', `Complete el mapeo de cuentas: ${faults.join('; ')}`);
    const stored = await insertEjecucion(tx, {
      empresa_id: empresaId,
      id: newId(creado),
      ambiente,
      tipo: body.tipoReporte ?? 'consolidado',
      desde,
      hasta,
      realm,
      presentados: body.presentados ?? false,
      estado: 'en_proceso',
      procesados: 0,
      omitidos: 0,
      fallos: 0,
      mapeo: JSON.stringify(mapping),
      mensaje: 'En cola…',
      creado,
      por,
      ip,
    });
    const row = stored ?? refuse('procesar/en-curso');
    await ctx.queue.enqueue(tx, [{ clase: PROCESS, empresaId, sujeto: row.id }]);
    await ctx.events.append(tx, empresaId, [
      { tipo: 'proceso.iniciado', sujeto: row.id, datos: { ...recordedFields(row), por, ip } },
    ]);
    return { success: true, ejecucion: ejecucionView(row), mapeo: brought ? 'enviado' : 'guardado' } as const;
  });
}

/** An execution of the company. @throws Problem `recurso/no-encontrado` */
const demandEjecucion = async (tx: Tx, empresaId: string, id: string, held = false): Promise<EjecucionRow> =>
  (await findEjecucion(tx, empresaId, id, held)) ?? refuse('recurso/no-encontrado');

/** A run of the company. @throws Problem `recurso/no-encontrado` */
export const viewRun = async ({ db }: Context, empresaId: string, id: string): Promise<procesar.Ejecucion> =>
  ejecucionView(await db.reading(empresaId, (tx) => demandEjecucion(tx, empresaId, id)));

/** Ends a run: what it has stored stays. @throws Problem `recurso/no-encontrado`, `procesar/terminado` */
export const cancelRun = (ctx: Context, empresaId: string, id: string, by: Actor): Promise<procesar.Ejecucion> =>
  ctx.db.tenant(empresaId, async (tx) => {
    const run = await demandEjecucion(tx, empresaId, id, true);
    const change = {
      estado: 'cancelado',
      mapeo: null,
      mensaje: 'Cancelado: lo leído hasta aquí quedó guardado',
    } as const;
    if (!(await changeEjecucion(tx, run, change))) refuse('procesar/terminado');
    const datos = { ...recordedFields(run), procesados: run.procesados, ...by };
    await ctx.events.append(tx, empresaId, [{ tipo: 'proceso.cancelado', sujeto: id, datos }]);
    return ejecucionView({ ...run, ...change });
  });

/** A cursor that is a number. @throws Problem `peticion/invalida` for any other text */
const readNumber = (cursor: string): number =>
  /^\d{1,15}$/.test(cursor) ? Number(cursor) : refuse('peticion/invalida', 'El cursor no es de esta lista');

const failuresOfPage = 100;

/** The documents that a run could not read. @throws Problem `recurso/no-encontrado`, `peticion/invalida` */
export const failuresOf = (
  ctx: Context,
  empresaId: string,
  id: string,
  despues: string | undefined,
  limit = failuresOfPage,
) =>
  ctx.db.reading(empresaId, async (tx) => {
    await demandEjecucion(tx, empresaId, id);
    const after = despues === undefined ? 0 : readNumber(despues);
    const rows = await listFallos(tx, empresaId, id, after, limit + 1);
    const page = rows.slice(0, limit);
    return {
      fallos: page.map(({ entidad, documento, ncf, motivo }) => ({ entidad, documento, ncf, motivo })),
      siguiente: rows.length > limit ? String(page.at(-1)!.numero) : null,
    };
  });

/** The runs of the company. @throws Problem `peticion/invalida` */
export async function historyOf(
  ctx: Context,
  scope: Scope,
  tipo: procesar.AlcanceDeProceso | undefined,
  despues: string | undefined,
  count: number = procesar.ejecucionesPorPagina,
) {
  const before = despues === undefined ? undefined : readNumber(despues);
  const rows = await ctx.db.reading(scope.empresaId, (tx) => listEjecuciones(tx, scope, tipo, before, count + 1));
  const page = rows.slice(0, count);
  return {
    success: true,
    historial: page.map(ejecucionView),
    siguiente: rows.length > count ? String(page.at(-1)!.orden) : null,
  };
}

/** Batches of documents that opening a list may read; a download reads them all. */
const effort = { batches: 5 };

/** Rows of a report from a place on. @throws Problem `reportes/fechas`, `reportes/orden`, `peticion/invalida` */
export async function rowsOfReport(
  ctx: Context,
  scope: Scope,
  tipo: '606' | '607',
  query: DatesOf & { readonly despues?: string; readonly cuantos?: number },
) {
  const { despues, cuantos = 100 } = query;
  const days = daysOf(query);
  const after = despues === undefined ? undefined : readPlace(despues);
  if (after === undefined) await bringUpToDate(ctx, scope, days, undefined, effort);
  const { rows: fetched } = await ctx.db.reading(scope.empresaId, (tx) =>
    rowPage(scope, tipo, days, after, cuantos + 1).execute(tx),
  );
  const page = fetched.slice(0, cuantos);
  return {
    success: true,
    datos: page.map(rowOf),
    siguiente: fetched.length > cuantos ? writePlace(page.at(-1)!) : null,
  };
}

/** Totals of the 606 and of the 607 of the days. */
export async function statisticsOf(ctx: Context, scope: Scope, days: Days) {
  await bringUpToDate(ctx, scope, days, undefined, effort);
  return ctx.db.reading(scope.empresaId, async (tx) => {
    const [compras, ventas] = await Promise.all([totalsOf(tx, scope, '606', days), totalsOf(tx, scope, '607', days)]);
    const of = ({ filas, total, itbis }: typeof compras) => ({
      total_registros: filas,
      monto_total: total,
      itbis_total: itbis,
    });
    return { success: true, estadisticas: { reporte_606: of(compras), reporte_607: of(ventas) } };
  });
}
