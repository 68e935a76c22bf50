import { addDays, addMonths, type Fecha, firstDay, type Periodo } from '@timbre/values';
import { formats } from '../layout/formats.ts';
import { weekday } from './feriados.ts';

/** Day of the following month on which each report is due. @source calendario de la DGII; NG 07-18 */
export const dueDays = {
  '606': formats[606].dueDay,
  '607': formats[607].dueDay,
  '608': formats[608].dueDay,
  '609': formats[609].dueDay,
  'IT-1': 20,
  'IR-17': 10,
} as const;

/** A report with a due day. */
export type DueReport = keyof typeof dueDays;

/**
 * Last day to file a report of a period: its due day in the following month or, if that is a weekend or a holiday, the
 * next working day.
 * @param holidays days off, such as `holidaySet(2024, 2027)`
 */
export function dueDate(report: DueReport, periodo: Periodo, holidays: ReadonlySet<Fecha>): Fecha {
  let day = addDays(firstDay(addMonths(periodo, 1)), dueDays[report] - 1);
  while (weekday(day) > 5 || holidays.has(day)) day = addDays(day, 1);
  return day;
}
