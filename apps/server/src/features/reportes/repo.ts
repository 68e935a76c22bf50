import type { reportes } from '@timbre/contract';
import { sql } from 'kysely';
import type { Days, Scope } from '../../domain/reports/scope.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

export type ReporteRow = Row<'reporte'>;
type Tipo = reportes.TipoDeReporte;

/** The reports of a kind, restricted to a range of dates if one is passed. */
const reportsOf = (tx: Tx, { empresaId, ambiente }: Scope, tipo: Tipo, days?: Days) => {
  const all = tx
    .selectFrom('reporte')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('tipo', '=', tipo);
  return days === undefined ? all : all.where('desde', '=', days.desde).where('hasta', '=', days.hasta);
};

/** Until the transaction ends, prevents other transactions from beginning a report of this kind and these dates. */
export async function lockRange(tx: Tx, { empresaId, ambiente }: Scope, tipo: Tipo, days: Days): Promise<void> {
  const name = ['reporte', empresaId, ambiente, tipo, days.desde, days.hasta].join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Whether a report of these dates is being generated. */
export async function isGenerating(tx: Tx, scope: Scope, tipo: Tipo, days: Days): Promise<boolean> {
  const row = await reportsOf(tx, scope, tipo, days).where('estado', '=', 'generando').limit(1).executeTakeFirst();
  return row !== undefined;
}

export const insertReporte = (tx: Tx, row: NewRow<'reporte'>): Promise<ReporteRow> =>
  tx.insertInto('reporte').values(row).returningAll().executeTakeFirstOrThrow();

/** Deletes the reports of these dates that were not filed, beyond the newest ones, except those of a filed IT-1. */
export async function deleteOlder(
  tx: Tx,
  scope: Scope,
  tipo: Tipo,
  { desde, hasta }: Days,
  retained: number,
): Promise<void> {
  const { empresaId, ambiente } = scope;
  const ofRange = sql`empresa_id = ${empresaId} and ambiente = ${ambiente} and tipo = ${tipo} and desde = ${desde}::date
    and hasta = ${hasta}::date and presentado is null`;
  await sql`
    delete from reporte r
    where ${ofRange} and id not in (select id from reporte where ${ofRange} order by orden desc limit ${retained})
      and not exists (${filedOver(empresaId, sql`r.id`)})`.execute(tx);
}

/** The filed IT-1 that is made from a report. */
const filedOver = (empresaId: string, id: ReturnType<typeof sql>) => sql`
  select 1 from reporte i
  where i.empresa_id = ${empresaId} and i.tipo = 'it1' and i.presentado is not null
    and (${id})::text in (i.basado_en ->> 'reporte606Id', i.basado_en ->> 'reporte607Id')`;

/** Whether a filed IT-1 is made from a report. */
export async function isFiledOver(tx: Tx, empresaId: string, id: string): Promise<boolean> {
  const { rows } = await sql`${filedOver(empresaId, sql`${id}`)} limit 1`.execute(tx);
  return rows.length > 0;
}

/** A report by its id; with `held`, locked until the transaction ends. */
export function findReporte(tx: Tx, empresaId: string, id: string, held = false): Promise<ReporteRow | undefined> {
  const query = tx.selectFrom('reporte').selectAll().where('empresa_id', '=', empresaId).where('id', '=', id);
  return (held ? query.forUpdate() : query).executeTakeFirst();
}

/** The newest reports of a kind, restricted to a range of dates if one is passed. */
export const listReportes = (
  tx: Tx,
  scope: Scope,
  tipo: Tipo,
  days: Days | undefined,
  limit: number,
): Promise<ReporteRow[]> => reportsOf(tx, scope, tipo, days).orderBy('orden', 'desc').limit(limit).execute();

/** The newest report of these dates whose generation was completed. */
export const newestReady = (tx: Tx, scope: Scope, tipo: Tipo, days: Days): Promise<ReporteRow | undefined> =>
  reportsOf(tx, scope, tipo, days).where('estado', '=', 'listo').orderBy('orden', 'desc').limit(1).executeTakeFirst();

/** The newest report of these dates that was filed. */
export const newestFiled = (tx: Tx, scope: Scope, tipo: Tipo, days: Days): Promise<ReporteRow | undefined> =>
  reportsOf(tx, scope, tipo, days)
    .where('presentado', 'is not', null)
    .orderBy('orden', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Stores the progress of a report. Returns whether it is still being generated. */
export async function storeProgress(
  tx: Tx,
  empresaId: string,
  id: string,
  progress: Pick<ReporteRow, 'porcentaje' | 'mensaje'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reporte')
    .set(progress)
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('estado', '=', 'generando')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The result of generating a report. */
export interface Made {
  readonly totales: NonNullable<ReporteRow['totales']>;
  readonly filas: number;
  readonly resumen?: reportes.ResumenIT1;
  /** Notices of omitted data, in Spanish. */
  readonly avisos: readonly string[];
}

/** Concludes a report that is being generated. Returns whether it still was. */
export async function concludeReporte(
  tx: Tx,
  empresaId: string,
  id: string,
  { totales, filas, resumen, avisos }: Made,
  mensaje: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reporte')
    .set({
      estado: 'listo',
      porcentaje: 100,
      mensaje,
      filas,
      totales: JSON.stringify(totales),
      resumen: resumen === undefined ? null : JSON.stringify(resumen),
      avisos: [...avisos],
    })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('estado', '=', 'generando')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the reason why a report could not be generated. */
export async function failReporte(tx: Tx, empresaId: string, id: string, mensaje: string): Promise<void> {
  await tx
    .updateTable('reporte')
    .set({ estado: 'error', mensaje })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('estado', '=', 'generando')
    .execute();
}

/** Stores where and when a report was filed. */
export const fileReporte = (
  tx: Tx,
  empresaId: string,
  id: string,
  filing: Pick<ReporteRow, 'aceptacion' | 'presentado' | 'presento'>,
): Promise<ReporteRow> =>
  tx
    .updateTable('reporte')
    .set(filing)
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes a report with its rows. */
export async function deleteReporte(tx: Tx, empresaId: string, id: string): Promise<void> {
  await tx.deleteFrom('reporte').where('empresa_id', '=', empresaId).where('id', '=', id).execute();
}

/** Filed reports of whole months that begin on some days, the newest last. */
export const filedOf = (
  tx: Tx,
  { empresaId, ambiente }: Scope,
  firstDays: readonly string[],
): Promise<Pick<ReporteRow, 'tipo' | 'desde' | 'hasta' | 'aceptacion'>[]> =>
  tx
    .selectFrom('reporte')
    .select(['tipo', 'desde', 'hasta', 'aceptacion'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('presentado', 'is not', null)
    .where('desde', 'in', firstDays)
    .orderBy('orden')
    .limit(1_000)
    .execute();
