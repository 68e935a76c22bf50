import {
  addDays,
  addMonths,
  firstDay,
  formatFecha,
  formatISODate,
  lastDay,
  type Periodo,
  parseISODate,
  periodoOf,
} from '@timbre/values';

/** The days from one to another, both included, yyyy-MM-dd. A missing end means no limit. */
export interface Period {
  readonly desde?: string;
  readonly hasta?: string;
}

const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

/** The days of a month. */
export const monthPeriod = (month: Periodo): Period => ({
  desde: formatISODate(firstDay(month)),
  hasta: formatISODate(lastDay(month)),
});

/** The month that a period covers exactly; undefined for any other period. */
export function monthOf({ desde, hasta }: Period): Periodo | undefined {
  const first = desde === undefined ? undefined : parseISODate(desde);
  const month = first && periodoOf(first);
  return month && monthPeriod(month).desde === desde && monthPeriod(month).hasta === hasta ? month : undefined;
}

/** The periods that can be selected with one click, by their names. @param now in ms */
export function namedPeriods(now: number): readonly { readonly name: string; readonly period: Period }[] {
  const today = formatFecha(now);
  const ago = (days: number) => formatISODate(addDays(today, -days));
  const month = periodoOf(today);
  const year = month.slice(0, 4);
  return [
    { name: 'Hoy', period: { desde: ago(0), hasta: ago(0) } },
    { name: 'Ayer', period: { desde: ago(1), hasta: ago(1) } },
    { name: 'Últimos 7 días', period: { desde: ago(6), hasta: ago(0) } },
    { name: 'Últimos 30 días', period: { desde: ago(29), hasta: ago(0) } },
    { name: 'Este mes', period: monthPeriod(month) },
    { name: 'Mes pasado', period: monthPeriod(addMonths(month, -1)) },
    { name: 'Este año', period: { desde: `${year}-01-01`, hasta: `${year}-12-31` } },
    { name: 'Todas las fechas', period: {} },
  ];
}

/**
 * A period in words: `Hoy`, `Noviembre`, `Octubre 2025`, `3 al 9 de noviembre`, `Desde el 3 de noviembre`.
 *
 * @param now in ms: the year is written unless it is the current one
 */
export function periodName(period: Period, now: number): string {
  const { desde, hasta } = period;
  const year = formatISODate(formatFecha(now)).slice(0, 4);
  const month = monthOf(period);
  if (month !== undefined) {
    const name = months[Number(month.slice(4)) - 1]!;
    return `${name[0]!.toUpperCase()}${name.slice(1)}${month.startsWith(year) ? '' : ` ${month.slice(0, 4)}`}`;
  }
  const named = namedPeriods(now).find((one) => one.period.desde === desde && one.period.hasta === hasta);
  if (named) return named.name;
  if (desde === undefined) return `Hasta el ${dayName(hasta!, year)}`;
  if (hasta === undefined) return `Desde el ${dayName(desde, year)}`;
  if (desde === hasta) return dayName(desde, year);
  if (desde.slice(0, 7) === hasta.slice(0, 7)) return `${Number(desde.slice(8))} al ${dayName(hasta, year)}`;
  return `${dayName(desde, desde.slice(0, 4) === hasta.slice(0, 4) ? desde.slice(0, 4) : year)} al ${dayName(hasta, year)}`;
}

/** A day as `3 de noviembre`, with its year if it is not the current one. */
function dayName(iso: string, year: string): string {
  const month = months[Number(iso.slice(5, 7)) - 1] ?? '';
  return `${Number(iso.slice(8))} de ${month}${iso.startsWith(year) ? '' : ` de ${iso.slice(0, 4)}`}`;
}
