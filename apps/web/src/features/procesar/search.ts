import { firstDay, formatFecha, formatISODate, periodoOf } from '@timbre/values';
import { dateParam, textParam } from '../../lib/search-params.ts';

/** Scope of the processing and of the download. */
export type Alcance = 'consolidado' | '606' | '607';

/** The search parameters of the screen: the dates ('' if one was emptied) and the reports. */
export interface Search {
  readonly desde?: string;
  readonly hasta?: string;
  readonly tipo?: Exclude<Alcance, 'consolidado'>;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export function readSearch(search: Record<string, unknown>): Search {
  const tipo = textParam(search.tipo, 3);
  const day = (value: unknown) => (value === '' ? '' : dateParam(value));
  const [desde, hasta] = [day(search.desde), day(search.hasta)];
  return {
    ...(desde !== undefined && { desde }),
    ...(hasta !== undefined && { hasta }),
    ...((tipo === '606' || tipo === '607') && { tipo }),
  };
}

/** First and last day, yyyy-MM-dd; '' if one is missing. */
export interface Dates {
  readonly fechaInicio: string;
  readonly fechaFin: string;
}

/**
 * The dates of the address. By default, from the first of this month to today.
 *
 * @param now in ms
 * @source specification 002 §2
 */
export function datesOf({ desde, hasta }: Search, now: number): Dates {
  const today = formatFecha(now);
  return {
    fechaInicio: desde ?? formatISODate(firstDay(periodoOf(today))),
    fechaFin: hasta ?? formatISODate(today),
  };
}

/**
 * Why dates cannot be processed, with the text of the specification; undefined if they can.
 *
 * @source specification 002 §5
 */
export function faultOfDates({ fechaInicio, fechaFin }: Dates): string | undefined {
  if (fechaInicio === '' || fechaFin === '') return 'Por favor seleccione el rango de fechas';
  return fechaInicio > fechaFin ? 'La fecha desde no puede ser mayor que la fecha hasta' : undefined;
}
