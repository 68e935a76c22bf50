import type { reportes } from '@timbre/contract';
import { dueDate, holidaySet } from '@timbre/reports';
import { addMonths, daysBetween, formatFecha, formatISODate, periodoOf } from '@timbre/values';
import { firstMonth } from '../../../domain/reports/first-month-repo.ts';
import { daysOf, type Scope } from '../../../domain/reports/scope.ts';
import type { Context } from '../../context.ts';
import { filedOf } from '../repo.ts';
import { monthOf } from '../service.ts';

/**
 * The reports of a month, each with its stored name, its name in the answer, and its name in the calendar of the DGII.
 */
const reports = [
  { tipo: '606', reporte: '606', due: '606' },
  { tipo: '607', reporte: '607', due: '607' },
  { tipo: '608', reporte: '608', due: '608' },
  { tipo: '609', reporte: '609', due: '609' },
  { tipo: 'it1', reporte: 'IT1', due: 'IT-1' },
] as const satisfies readonly {
  readonly tipo: reportes.TipoDeReporte;
  readonly reporte: string;
  readonly due: string;
}[];

/** The months shown: this one and the two before. */
const months = [-2, -1, 0];

/**
 * The due dates of the reports of these months, by day, with the number of those that were filed. Only a company in
 * Producción has any, from its first month with documents on.
 */
export async function dueReports(ctx: Context, scope: Scope) {
  if (scope.ambiente !== 'ecf') return [];
  const today = formatFecha(ctx.clock.now().getTime());
  const { periods, filed } = await ctx.db.reading(scope.empresaId, async (tx) => {
    // Only the company's documents decide from which month on it must file reports.
    const first = await firstMonth(tx, scope);
    const around = months.map((months) => addMonths(periodoOf(today), months));
    const periods = around.filter((periodo) => first !== undefined && periodo >= first);
    const firstDays = periods.map((periodo) => daysOf(periodo).desde);
    return { periods, filed: periods.length === 0 ? [] : await filedOf(tx, scope, firstDays) };
  });
  const numbers = new Map(filed.map((row) => [`${row.tipo} ${monthOf(row)}`, row.aceptacion]));
  const year = Number(today.slice(6));
  const holidays = holidaySet(year - 1, year + 1);
  return periods
    .flatMap((periodo) =>
      reports.map(({ tipo, reporte, due }) => {
        const day = dueDate(due, periodo, holidays);
        const presentado = numbers.get(`${tipo} ${periodo}`) ?? null;
        return { reporte, periodo, vence: formatISODate(day), dias: daysBetween(today, day), presentado };
      }),
    )
    .sort((a, b) => a.dias - b.dias);
}
