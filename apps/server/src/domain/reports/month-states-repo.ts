import type { Periodo } from '@timbre/values';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import { firstMonthSql } from './first-month-repo.ts';
import { isOpen, ofMonths } from './rows-repo.ts';
import { daysOf } from './scope.ts';

/** The stored facts about a report of a company in Producción and of one month. */
export interface ReportFacts {
  readonly empresa_id: string;
  readonly reporte: '606' | '607' | 'it1';
  /** Rows that lack an answer, or a field that the TXT requires. */
  readonly faltan: number;
  readonly hay_filas: boolean;
  /** Documents of the month wait to be read for the report. */
  readonly por_leer: boolean;
  /** The day of the newest filing, yyyy-MM-dd. */
  readonly presentado: string | null;
  /** The first month that the company has to report, yyyyMM; null while it has none. */
  readonly primer_mes: string | null;
}

/** The reports of one month of some companies in Producción. */
export async function reportFactsOf(tx: Tx, empresaIds: readonly string[], periodo: Periodo): Promise<ReportFacts[]> {
  const { desde, hasta } = daysOf(periodo);
  const ofMonth = sql`r.empresa_id = w.id and r.ambiente = 'ecf' and r.reporte = t.reporte and ${ofMonths}
    and r.periodo = ${Number(periodo)}::integer`;
  const { rows } = await sql<ReportFacts>`
    select w.id as empresa_id, t.reporte, first.mes as primer_mes,
      (select count(*)::integer from renglon r where ${ofMonth} and ${isOpen}) as faltan,
      exists (select from renglon r where ${ofMonth}) as hay_filas,
      exists (select from comprobante_por_leer p where p.empresa_id = w.id and p.ambiente = 'ecf'
        and p.fuente = any(t.fuentes) and p.fecha between ${desde}::date and ${hasta}::date) as por_leer,
      (select f.presentado from reporte f where f.empresa_id = w.id and f.ambiente = 'ecf' and f.tipo = t.reporte
        and f.desde = ${desde}::date and f.hasta = ${hasta}::date and f.presentado is not null
        order by f.orden desc limit 1) as presentado
    from unnest(${empresaIds}::uuid[]) as w (id)
    cross join lateral (${firstMonthSql(sql<string>`w.id`, 'ecf')}) first
    cross join (values ('606', array['emitido', 'recibido']), ('607', array['emitido']), ('it1', array[]::text[]))
      as t (reporte, fuentes)`.execute(tx);
  return rows;
}
