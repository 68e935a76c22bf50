import type { Ambiente } from '@timbre/contract';
import { type Periodo, parsePeriodo } from '@timbre/values';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Scope } from './scope.ts';

/**
 * The first month that a company has to report: that of its first reported receipt, or of its first e-CF, accepted or
 * confirmed, that is still to be read. Undefined while it has none.
 */
export async function firstMonth(tx: Tx, { empresaId, ambiente }: Scope): Promise<Periodo | undefined> {
  const { rows } = await sql<{ mes: string | null }>`${firstMonthSql(empresaId, ambiente)}`.execute(tx);
  const { mes } = rows[0]!;
  return mes === null ? undefined : parsePeriodo(mes);
}

/** The query of {@link firstMonth}: one row. @param empresaId a company, or the expression of one */
export function firstMonthSql(empresaId: string | RawBuilder<string>, ambiente: Ambiente) {
  const unread = (fuente: string, isAccepted: ReturnType<typeof sql>) => sql`
    select p.fecha from comprobante_por_leer p
    where p.empresa_id = ${empresaId} and p.ambiente = ${ambiente} and p.fuente = ${fuente} and ${isAccepted}
    order by p.fecha limit 1`;
  return sql<{ mes: string | null }>`
    select min(mes) as mes from (
      select (select min(r.periodo)::text from renglon r
        where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.reporte = t.reporte and r.periodo > 0) as mes
      from unnest(array['606', '607', '609']) as t (reporte)
      union all
      select to_char(u.fecha, 'YYYYMM') from (
        (${unread('emitido', sql`true`)})
        union all
        (${unread(
          'recibido',
          sql`exists (select 1 from recibido r where r.empresa_id = p.empresa_id and r.id = p.documento_id
            and r.confirmado)`,
        )})) u) months`;
}
