import { formatFecha, type Periodo, parseISODate, periodoOf } from '@timbre/values';
import { monthOf, monthPeriod } from '../../lib/period.ts';
import { dateParam, onlyDefined, textParam } from '../../lib/search-params.ts';

/** The reports by their tab, in the order of the screen. @source specification 002 §2 */
export const tabs = [
  { id: '606', nombre: '606 Gastos' },
  { id: '607', nombre: '607 Ventas' },
  { id: 'it1', nombre: 'IT-1' },
  { id: '608', nombre: '608 Anulados' },
  { id: '609', nombre: '609 Exterior' },
] as const;
export type Tipo = (typeof tabs)[number]['id'];
/** The reports with fields that the user answers. */
export type TipoConRespuestas = '606' | '607' | '609';

/** The views of a report: the steps of a month, and what stands apart from them. */
export const vistas = {
  cargar: 'Cargar',
  preparar: 'Preparar',
  problemas: 'Problemas',
  reporte: 'TXT',
  presentado: 'Presentado',
  conciliacion: 'Conciliación',
  historial: 'Historial',
} as const;
export type Vista = keyof typeof vistas;
/** A view that is a step on the way to a filed month. */
export type Paso = Exclude<Vista, 'conciliacion' | 'historial'>;

/** The steps of each report, in their order. */
export const pasosDe: Readonly<Record<Tipo, readonly Paso[]>> = {
  606: ['cargar', 'preparar', 'problemas', 'reporte', 'presentado'],
  607: ['cargar', 'preparar', 'problemas', 'reporte', 'presentado'],
  608: ['problemas', 'reporte', 'presentado'],
  609: ['preparar', 'problemas', 'reporte', 'presentado'],
  it1: ['reporte', 'presentado'],
};

/** The views of each report that stand apart. */
export const aparteDe: Readonly<Record<Tipo, readonly Vista[]>> = {
  606: ['conciliacion', 'historial'],
  607: ['conciliacion', 'historial'],
  608: ['historial'],
  609: ['historial'],
  it1: ['historial'],
};

/** The search parameters of the screen. */
export interface Search {
  readonly tab?: Exclude<Tipo, '606'>;
  readonly vista?: Exclude<Vista, 'reporte'>;
  readonly desde?: string;
  readonly hasta?: string;
  /** The row and the field at which the grid opens. */
  readonly fila?: string;
  readonly campo?: string;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export function readSearch(search: Record<string, unknown>): Search {
  const tab = textParam(search.tab, 3);
  const range = { desde: dateParam(search.desde), hasta: dateParam(search.hasta) };
  const ordered = range.desde !== undefined && range.hasta !== undefined && range.desde <= range.hasta;
  return onlyDefined<Search>({
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

/** The month covered exactly by the dates; undefined if they are not a whole month. */
export const monthOfRango = ({ fechaDesde, fechaHasta }: Rango): Periodo | undefined =>
  monthOf({ desde: fechaDesde, hasta: fechaHasta });

/** The month of the first date. Functions that work by month use it. */
export function periodoOfRango({ fechaDesde }: Rango): Periodo {
  const first = parseISODate(fechaDesde);
  if (first === undefined) throw new RangeError(`Not a day: ${fechaDesde}`);
  return periodoOf(first);
}

/**
 * Why dates cannot be applied, with the text of the specification; undefined if they can.
 *
 * @source specification 002 §5
 */
export function faultOfDates(desde: string, hasta: string): string | undefined {
  if (desde === '' || hasta === '') return 'Por favor seleccione ambas fechas';
  if (desde > hasta) return 'La fecha desde no puede ser mayor que la fecha hasta';
  return undefined;
}

/** The search parameters of a report of a month that is due. */
export const searchOfDue = (tipo: Tipo, periodo: Periodo): Search => {
  const { fechaDesde, fechaHasta } = rangoOfMonth(periodo);
  return { ...(tipo !== '606' && { tab: tipo }), desde: fechaDesde, hasta: fechaHasta };
};

/** Where the guide explains the open view. */
export const guideOf = ({ tab, vista }: Record<string, unknown>): string => {
  if (vista === 'conciliacion') return 'quickbooks#conciliar';
  if (vista === 'cargar') return 'reportes#cargar-606';
  if (vista === 'preparar') return 'reportes#responder-606';
  if (vista === 'presentado' && tab !== 'it1') return 'reportes#generar-y-presentar';
  return tab === 'it1' ? 'reportes#preparar-it1' : 'reportes';
};
