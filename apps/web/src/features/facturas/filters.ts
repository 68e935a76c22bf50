import { type Ambiente, ambientes, type Estado, estados } from '@timbre/contract/tables';
import { formatFecha, formatISODate, isTipoECF, type TipoECF } from '@timbre/values';
import type { Period } from '../../lib/period.ts';
import { dateParam, onlyDefined, textParam } from '../../lib/search-params.ts';
import type { Order } from '../../ui/data-table.tsx';

/** The columns by which the server orders the list. */
const sorted = ['emision', 'monto', 'eNCF'] as const;
type Sorted = (typeof sorted)[number];
const modos = ['paginas', 'continuo'] as const;

/**
 * The filters, the order and the open document of the list, as search parameters. Neither `todas` nor
 * dates means today, as the specification requires.
 */
export interface Filters {
  ambiente?: Ambiente;
  estado?: Estado;
  tipo?: TipoECF;
  /** yyyy-MM-dd. */
  desde?: string;
  hasta?: string;
  /** Any date. */
  todas?: true;
  eNCF?: string;
  trackId?: string;
  /** Part of the eNCF, the Track ID, the buyer's name or RNC. */
  buscar?: string;
  /** A column, with `-` before it for descending order; undefined = the newest first. */
  orden?: Sorted | `-${Sorted}`;
  /** Id of the document open next to the list. */
  doc?: string;
  /** How the list continues; undefined = as last chosen in this browser. */
  modo?: (typeof modos)[number];
  /** The page number, if greater than 1. */
  pagina?: number;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export function readFilters(search: Record<string, unknown>): Filters {
  const tipo = textParam(search.tipo, 2) ?? '';
  return onlyDefined<Filters>({
    ambiente: ambientes.find((one) => one === search.ambiente),
    estado: estados.find((one) => one === search.estado),
    tipo: isTipoECF(tipo) ? tipo : undefined,
    desde: dateParam(search.desde),
    hasta: dateParam(search.hasta),
    todas: search.todas === true ? true : undefined,
    eNCF: textParam(search.eNCF, 13),
    trackId: textParam(search.trackId, 64),
    buscar: textParam(search.buscar, 64),
    orden: sorted.flatMap((one) => [one, `-${one}`] as const).find((one) => one === search.orden),
    doc: typeof search.doc === 'string' && /^[0-9a-f-]{36}$/.test(search.doc) ? search.doc : undefined,
    modo: modos.find((one) => one === search.modo),
    pagina: Number.isInteger(search.pagina) && Number(search.pagina) > 1 ? Number(search.pagina) : undefined,
  });
}

/** The filters and the order, which determine the rows of a request. */
export const listingOf = ({ doc: _, modo: __, pagina: ___, ...rest }: Filters): Filters => rest;

/** The filters without the order. */
export function narrowingOf(filters: Filters): Filters {
  const { orden: _, ...rest } = listingOf(filters);
  return rest;
}

/** The same filters at the first page: a change of filter or order begins there. */
export const firstPageOf = ({ pagina: _, ...rest }: Filters): Filters => rest;

/** Returns the effective dates: those set, or today at both ends, or none. */
export function datesOf({ desde, hasta, todas }: Filters, now: number): Period {
  if (todas) return {};
  if (desde === undefined && hasta === undefined) {
    const today = formatISODate(formatFecha(now));
    return { desde: today, hasta: today };
  }
  return { ...(desde !== undefined && { desde }), ...(hasta !== undefined && { hasta }) };
}

/** The same filters with other dates. Today's dates are not written in the address. */
export function withDates({ desde: _, hasta: __, todas: ___, ...rest }: Filters, period: Period, now: number): Filters {
  const { desde, hasta } = period;
  const today = datesOf({}, now);
  if (desde === undefined && hasta === undefined) return { ...rest, todas: true };
  return desde === today.desde && hasta === today.hasta ? rest : { ...rest, ...period };
}

/** The same filters with every date. */
export const anyDateOf = (filters: Filters): Filters => withDates(filters, {}, 0);

/** The order of the table set in the address. */
export const orderOf = ({ orden }: Filters): Order | undefined =>
  orden && { by: orden.replace('-', ''), descending: orden.startsWith('-') };

/** An order of the table as written in the address. */
export const ordenOf = (order: Order | undefined): Filters['orden'] =>
  order && (`${order.descending ? '-' : ''}${order.by}` as NonNullable<Filters['orden']>);
