import { addDays, addMonths, type Fecha, firstDay, formatISODate, parseISODate, periodoOf } from '@timbre/values';

/** Types that a buyer does not answer. @source Descripción técnica v1.6, "Recepción: aprobación comercial" */
export const typesWithoutAnswer: readonly number[] = [32, 41, 43, 46, 47];

/** Whether a type of e-CF takes a commercial answer. */
export const takesAnswer = (tipo: number): boolean => !typesWithoutAnswer.includes(tipo);

/** Day of the month on which the 606 of the previous month is due. @source Norma 07-2018, art. 4 */
const reportDay = 15;

/**
 * The day, yyyy-MM-dd, before which an e-CF of that date should be answered. The law leaves the term to the DGII, which
 * has published none: the last useful day is that of the 606 that reports it, because a document rejected by the buyer
 * may not be in it.
 *
 * @source Ley 32-23, art. 20, párrafos III-V
 */
export function answerBefore(fechaEmision: string): string | null {
  const issued = parseISODate(fechaEmision);
  if (issued === undefined) return null;
  return formatISODate(addDays(firstDay(addMonths(periodoOf(issued), 1)), reportDay - 1));
}

/** The first day of issue, yyyy-MM-dd, for which the last day to answer has not passed. */
export function answerableSince(today: Fecha): string {
  const month = periodoOf(today);
  const before = formatISODate(firstDay(addMonths(month, -1)));
  return (answerBefore(before) ?? '') >= formatISODate(today) ? before : formatISODate(firstDay(month));
}
