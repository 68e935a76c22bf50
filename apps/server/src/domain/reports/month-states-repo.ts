import { type Periodo, parsePeriodo } from '@timbre/values';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import { firstMonthSql } from './first-month-repo.ts';
import { isOpen, ofMonths } from './rows-repo.ts';
import { daysOf } from './scope.ts';

/** What is known of a report of a company in Producción and of one month. */
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

/** State of a report of a month. `espera`: an IT-1 is made of a 606 and a 607 that are not ready. */
export type MonthState = 'no_aplica' | 'sin_empezar' | 'por_responder' | 'espera' | 'listo' | 'presentado';

/** The state of the 606 or the 607. @param facts undefined for a company that is not in Producción */
export function stateOf(facts: ReportFacts | undefined, periodo: Periodo): MonthState {
  if (facts === undefined) return 'no_aplica';
  if (facts.presentado !== null) return 'presentado';
  const first = facts.primer_mes === null ? undefined : parsePeriodo(facts.primer_mes);
  if (first === undefined || periodo < first) return 'no_aplica';
  if (facts.faltan > 0) return 'por_responder';
  return facts.hay_filas && !facts.por_leer ? 'listo' : 'sin_empezar';
}

/** The state of the IT-1, which is made of the 606 and the 607. */
export function it1StateOf(facts: ReportFacts | undefined, of606: MonthState, of607: MonthState): MonthState {
  if (facts !== undefined && facts.presentado !== null) return 'presentado';
  if (of606 === 'no_aplica' && of607 === 'no_aplica') return 'no_aplica';
  const ready = (state: MonthState) => state === 'listo' || state === 'presentado' || state === 'no_aplica';
  if (ready(of606) && ready(of607)) return 'listo';
  return of606 === 'sin_empezar' && of607 === 'sin_empezar' ? 'sin_empezar' : 'espera';
}
