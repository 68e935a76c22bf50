import { type Ambiente, ambientes, type Estado, estados } from '@timbre/contract/tables';
import { addDays, formatFecha, formatISODate } from '@timbre/values';
import { dateParam, onlyGiven, textParam } from '../../lib/search-params.ts';

/**
 * The filters of the list, as the search parameters hold them. `todas` and no dates mean today, as the specification
 * requires.
 */
export interface Filters {
  ambiente?: Ambiente;
  estado?: Estado;
  /** yyyy-MM-dd. */
  desde?: string;
  hasta?: string;
  /** Every date. */
  todas?: true;
  eNCF?: string;
  trackId?: string;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export function readFilters(search: Record<string, unknown>): Filters {
  return onlyGiven<Filters>({
    ambiente: ambientes.find((one) => one === search.ambiente),
    estado: estados.find((one) => one === search.estado),
    desde: dateParam(search.desde),
    hasta: dateParam(search.hasta),
    todas: search.todas === true ? true : undefined,
    eNCF: textParam(search.eNCF, 13),
    trackId: textParam(search.trackId, 64),
  });
}

/** Gives the effective dates: those set, or today at both ends, or none. */
export function datesOf({ desde, hasta, todas }: Filters, now: number): { desde?: string; hasta?: string } {
  if (todas) return {};
  if (desde === undefined && hasta === undefined) {
    const today = formatISODate(formatFecha(now));
    return { desde: today, hasta: today };
  }
  return { ...(desde !== undefined && { desde }), ...(hasta !== undefined && { hasta }) };
}

/** The same filters with every date. */
export const anyDateOf = ({ desde: _, hasta: __, ...rest }: Filters): Filters => ({ ...rest, todas: true });

/** A range of dates and its name. */
export interface Period {
  readonly nombre: string;
  readonly filters: Pick<Filters, 'desde' | 'hasta' | 'todas'>;
}

/** The ranges of dates that one button selects. */
export function periodsOf(now: number): Period[] {
  const today = formatFecha(now);
  const hasta = formatISODate(today);
  return [
    { nombre: 'Hoy', filters: {} },
    { nombre: '7 días', filters: { desde: formatISODate(addDays(today, -6)), hasta } },
    { nombre: 'Mes', filters: { desde: `${hasta.slice(0, 8)}01`, hasta } },
    { nombre: 'Todas', filters: { todas: true } },
  ];
}

/** Parses the search field: digits, with or without a leading E, are an eNCF; any other text is a Track ID. */
export const searchFilter = (typed: string): Pick<Filters, 'eNCF' | 'trackId'> =>
  typed === '' ? {} : /^e?\d+$/i.test(typed) ? { eNCF: typed.slice(0, 13) } : { trackId: typed.slice(0, 64) };
