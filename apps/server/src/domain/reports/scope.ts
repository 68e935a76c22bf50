import type { Ambiente } from '@timbre/contract';
import { firstDay, formatISODate, lastDay, type Periodo } from '@timbre/values';

/** The company and the environment of rows. */
export interface Scope {
  readonly empresaId: string;
  readonly ambiente: Ambiente;
  /** RNC of the declarant. */
  readonly rnc: string;
}

/** A date range, yyyy-MM-dd, both days included. */
export interface Days {
  readonly desde: string;
  readonly hasta: string;
}

/** The days of a month. */
export const daysOf = (periodo: Periodo): Days => ({
  desde: formatISODate(firstDay(periodo)),
  hasta: formatISODate(lastDay(periodo)),
});

/** The month, yyyyMM, of a day yyyy-MM-dd. */
export const monthOf = (day: string): number => Number(day.slice(0, 4) + day.slice(5, 7));

/** The months of a date range, yyyyMM, in order. */
export function monthsOf({ desde, hasta }: Days): number[] {
  const months: number[] = [];
  for (let month = monthOf(desde); month <= monthOf(hasta); month += month % 100 === 12 ? 89 : 1) months.push(month);
  return months;
}
