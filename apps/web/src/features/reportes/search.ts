import { formatFecha, type Periodo, parseISODate, periodoOf } from '@timbre/values';
import { monthOf, monthPeriod } from '../../lib/period.ts';
import { dateParam, onlyGiven, textParam } from '../../lib/search-params.ts';

/** The reports by their tab, in the order of the screen. @source specification 002 §2 */
export const tabs = [
  { id: '606', nombre: '606 Gastos' },
  { id: '607', nombre: '607 Ventas' },
  { id: 'it1', nombre: 'IT-1' },
  { id: '608', nombre: '608 Anulados' },
  { id: '609', nombre: '609 Exterior' },
] as const;
export type Tipo = (typeof tabs)[number]['id'];
/** The reports whose receipts somebody answers. */
export type TipoConRespuestas = '606' | '607' | '609';

export const vistas = {
  reporte: 'Reporte',
  preparar: 'Preparar',
  problemas: 'Problemas',
  conciliacion: 'Conciliación',
  cargar: 'Cargar',
  historial: 'Historial',
} as const;
export type Vista = keyof typeof vistas;

/** What can be seen of each report. */
export const vistasDe: Readonly<Record<Tipo, readonly Vista[]>> = {
  606: ['reporte', 'preparar', 'problemas', 'conciliacion', 'cargar', 'historial'],
  607: ['reporte', 'preparar', 'problemas', 'conciliacion', 'cargar', 'historial'],
  608: ['reporte', 'problemas', 'historial'],
  609: ['reporte', 'preparar', 'problemas', 'historial'],
  it1: ['reporte', 'historial'],
};

/** What the address says of the screen. */
export interface Search {
  readonly tab?: Exclude<Tipo, '606'>;
  readonly vista?: Exclude<Vista, 'reporte'>;
  readonly desde?: string;
  readonly hasta?: string;
  /** The row and the field that the grid opens at. */
  readonly fila?: string;
  readonly campo?: string;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export function readSearch(search: Record<string, unknown>): Search {
  const tab = textParam(search.tab, 3);
  const range = { desde: dateParam(search.desde), hasta: dateParam(search.hasta) };
  const ordered = range.desde !== undefined && range.hasta !== undefined && range.desde <= range.hasta;
  return onlyGiven<Search>({
    tab: tabs.map(({ id }) => id).find((id): id is Exclude<Tipo, '606'> => id === tab && id !== '606'),
    vista: (Object.keys(vistas) as Vista[]).find(
      (one): one is Exclude<Vista, 'reporte'> => one === search.vista && one !== 'reporte',
    ),
    ...(ordered ? range : { desde: undefined, hasta: undefined }),
    fila: textParam(search.fila, 60),
    campo: textParam(search.campo, 40),
  });
}

/** First and last day, yyyy-MM-dd. */
export interface Rango {
  readonly fechaDesde: string;
  readonly fechaHasta: string;
}

/** The dates of the address, or the current month. @param now in ms @source specification 002 §2 */
export function rangoOf({ desde, hasta }: Search, now: number): Rango {
  if (desde !== undefined && hasta !== undefined) return { fechaDesde: desde, fechaHasta: hasta };
  return rangoOfMonth(periodoOf(formatFecha(now)));
}

/** The days of a month. */
export function rangoOfMonth(month: Periodo): Rango {
  const { desde = '', hasta = '' } = monthPeriod(month);
  return { fechaDesde: desde, fechaHasta: hasta };
}

/** The month that dates are, from its first to its last day; undefined for others. */
export const monthOfRango = ({ fechaDesde, fechaHasta }: Rango): Periodo | undefined =>
  monthOf({ desde: fechaDesde, hasta: fechaHasta });

/** The month in which dates begin: what is done by the month is done for it. */
export function periodoOfRango({ fechaDesde }: Rango): Periodo {
  const first = parseISODate(fechaDesde);
  if (first === undefined) throw new RangeError(`Not a day: ${fechaDesde}`);
  return periodoOf(first);
}

/** Why dates cannot be applied, in the words of the specification; undefined where they can. @source specification 002 §5 */
export function faultOfDates(desde: string, hasta: string): string | undefined {
  if (desde === '' || hasta === '') return 'Por favor seleccione ambas fechas';
  if (desde > hasta) return 'La fecha desde no puede ser mayor que la fecha hasta';
  return undefined;
}

/** A month of a report that is due, as the address of its screen. */
export const searchOfDue = (tipo: Tipo, periodo: Periodo): Search => {
  const { fechaDesde, fechaHasta } = rangoOfMonth(periodo);
  return { ...(tipo !== '606' && { tab: tipo }), desde: fechaDesde, hasta: fechaHasta };
};
