import { sql } from 'kysely';
import type { Tx } from '../../db/transactions.ts';
import type { ChangedMonth } from '../../renglones/answer.ts';
import type { Scope } from '../../renglones/scope.ts';

/** A report that was filed. */
export interface Filed {
  readonly id: string;
  readonly numero: string;
  readonly tipo: string;
  readonly periodo: number;
}

/** Of some months of reports, the newest filing of each. */
export async function filedMonths(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  months: readonly ChangedMonth[],
): Promise<Filed[]> {
  const { rows } = await sql<Filed>`
    select f.id, f.aceptacion as numero, m.tipo, m.periodo
    from unnest(${months.map(({ reporte }) => reporte)}::text[], ${months.map(({ periodo }) => periodo)}::integer[])
      as m (tipo, periodo)
    join lateral (
      select r.id, coalesce(r.aceptacion, '') as aceptacion from reporte r
      where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.tipo = m.tipo and r.presentado is not null
        and r.desde <= make_date(m.periodo / 100, m.periodo % 100, 1)
        and r.hasta >= (make_date(m.periodo / 100, m.periodo % 100, 1) + interval '1 month' - interval '1 day')::date
      order by r.orden desc limit 1) f on true`.execute(tx);
  return rows;
}
