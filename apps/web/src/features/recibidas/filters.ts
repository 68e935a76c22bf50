import {
  addMonths,
  type Fecha,
  formatFecha,
  formatISODate,
  isTipoECF,
  lastDay,
  parseFecha,
  periodoOf,
  type TipoECF,
} from '@timbre/values';
import type { Period } from '../../lib/period.ts';
import { dateParam, onlyDefined, textParam } from '../../lib/search-params.ts';
import type { Order } from '../../ui/data-table.tsx';

export const respuestas = { pendiente: 'Sin responder', aceptada: 'Aceptada', rechazada: 'Rechazada' } as const;
export type Respuesta = keyof typeof respuestas;

/** The orders of the list, by a column; `-` means descending. */
const ordenes = ['emision', '-emision', 'monto', '-monto'] as const;
type Orden = (typeof ordenes)[number];

/** The search parameters of the list. Without dates it covers the last month. */
export interface Filters {
  readonly buscar?: string;
  readonly emisor?: string;
  readonly encf?: string;
  readonly tipo?: TipoECF;
  /** Digits and two decimals at most. */
  readonly montoMinimo?: string;
  readonly respuesta?: Respuesta;
  readonly desde?: string;
  readonly hasta?: string;
  /** Any date. */
  readonly todas?: true;
  readonly orden?: Orden;
  /** Id of the document whose detail is open. */
  readonly doc?: string;
  readonly pagina?: number;
}

/** Whether the list can be filtered by an amount: not negative, at most two decimals. */
export const isAmountFilter = (amount: string): boolean => /^\d{1,16}(\.\d{1,2})?$/.test(amount);

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export function readFilters(search: Record<string, unknown>): Filters {
  const tipo = textParam(search.tipo, 2) ?? '';
  const minimo = textParam(search.montoMinimo, 19) ?? '';
  return onlyDefined<Filters>({
    buscar: textParam(search.buscar, 64),
    emisor: textParam(search.emisor, 100),
    encf: textParam(search.encf, 13),
    tipo: isTipoECF(tipo) ? tipo : undefined,
    montoMinimo: isAmountFilter(minimo) ? minimo : undefined,
    respuesta: (Object.keys(respuestas) as Respuesta[]).find((one) => one === search.respuesta),
    desde: dateParam(search.desde),
    hasta: dateParam(search.hasta),
    todas: search.todas === true ? true : undefined,
    orden: ordenes.find((one) => one === search.orden),
    doc: typeof search.doc === 'string' && /^[0-9a-f-]{36}$/.test(search.doc) ? search.doc : undefined,
    pagina: Number.isInteger(search.pagina) && Number(search.pagina) > 1 ? Number(search.pagina) : undefined,
  });
}

/** The effective dates: those set, or the last month, or none. @source specification 001 §9, "Received invoices" */
export function datesOf({ desde, hasta, todas }: Filters, now: number): Period {
  if (todas) return {};
  if (desde === undefined && hasta === undefined) {
    const today = formatFecha(now);
    return { desde: formatISODate(monthBefore(today)), hasta: formatISODate(today) };
  }
  return { ...(desde !== undefined && { desde }), ...(hasta !== undefined && { hasta }) };
}

/** The same day of the previous month, or that month's last day. */
function monthBefore(fecha: Fecha): Fecha {
  const month = addMonths(periodoOf(fecha), -1);
  return parseFecha(`${fecha.slice(0, 2)}-${month.slice(4)}-${month.slice(0, 4)}`) ?? lastDay(month);
}

/** The same filters with other dates. The dates of the last month are not written in the address. */
export function withDates({ desde: _, hasta: __, todas: ___, ...rest }: Filters, period: Period, now: number): Filters {
  const usual = datesOf({}, now);
  if (period.desde === undefined && period.hasta === undefined) return { ...rest, todas: true };
  return period.desde === usual.desde && period.hasta === usual.hasta ? rest : { ...rest, ...period };
}

/** The filters and the order, which determine the rows of a request. */
export const listingOf = ({ doc: _, pagina: __, ...rest }: Filters): Filters => rest;

/** The filters without the order. */
export function narrowingOf(filters: Filters): Filters {
  const { orden: _, ...rest } = listingOf(filters);
  return rest;
}

/** The order of the table set in the address. */
export const orderOf = ({ orden }: Filters): Order | undefined =>
  orden && { by: orden.replace('-', ''), descending: orden.startsWith('-') };

/** The same filters with another order of the table. */
export function withOrder({ orden: _, ...rest }: Filters, order: Order | undefined): Filters {
  return order ? { ...rest, orden: `${order.descending ? '-' : ''}${order.by}` as Orden } : rest;
}
