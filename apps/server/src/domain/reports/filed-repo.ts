import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Scope } from './scope.ts';
import type { ReporteDeRenglones } from './tables.ts';

/** A month of a report, yyyyMM. */
export interface ReportMonth {
  readonly reporte: ReporteDeRenglones | 'it1';
  readonly periodo: number;
}

/** A filed report that contains a month of a report. */
export interface FiledMonth {
  readonly id: string;
  readonly numero: string;
  /** The day of its filing, yyyy-MM-dd. */
  readonly fecha: string;
  /** The filed report: the report itself, or the IT-1 that is based on it. */
  readonly presentado: ReporteDeRenglones | 'it1';
  /** The month of the query. */
  readonly reporte: ReporteDeRenglones | 'it1';
  readonly periodo: number;
}

/** For each of the months of reports, its newest filing, and that of the IT-1 based on it. */
export async function filedMonths(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  months: readonly ReportMonth[],
): Promise<FiledMonth[]> {
  if (months.length === 0) return [];
  const { rows } = await sql<FiledMonth>`
    select f.id, f.numero, f.fecha, f.tipo as presentado, m.reporte, m.periodo
    from unnest(${months.map(({ reporte }) => reporte)}::text[], ${months.map(({ periodo }) => periodo)}::integer[])
      as m (reporte, periodo)
    cross join lateral (
      select unnest(case when m.reporte in ('606', '607') then array[m.reporte, 'it1'] else array[m.reporte] end) as tipo) t
    cross join lateral (
      select r.id, r.tipo, coalesce(r.aceptacion, '') as numero, r.presentado as fecha from reporte r
      where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.tipo = t.tipo and r.presentado is not null
        and r.desde <= make_date(m.periodo / 100, m.periodo % 100, 1)
        and r.hasta >= (make_date(m.periodo / 100, m.periodo % 100, 1) + interval '1 month' - interval '1 day')::date
      order by r.orden desc limit 1) f
    order by m.periodo, f.tipo`.execute(tx);
  return rows;
}
