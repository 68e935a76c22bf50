import { type Ambiente, ambientes, type Estado, estados } from '@timbre/contract/tables';
import { addDays, formatFecha, formatISODate } from '@timbre/values';
import { dateParam, onlyGiven, textParam } from '../../lib/search-params.ts';

/** What the list is narrowed to, as the address carries it. `todas` and no dates: today, as the specification wants. */
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

/** Reads an address written by us or by anybody: what is not understood is left out. */
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

/** The dates in force: those written, or today's at both ends, or none. */
export function datesOf({ desde, hasta, todas }: Filters, now: number): { desde?: string; hasta?: string } {
  if (todas) return {};
  if (desde === undefined && hasta === undefined) {
    const today = formatISODate(formatFecha(now));
    return { desde: today, hasta: today };
  }
  return { ...(desde !== undefined && { desde }), ...(hasta !== undefined && { hasta }) };
}

/** The same filters over every date. */
export const anyDateOf = ({ desde: _, hasta: __, ...rest }: Filters): Filters => ({ ...rest, todas: true });

/** A span of dates by its name. */
export interface Period {
  readonly nombre: string;
  readonly filters: Pick<Filters, 'desde' | 'hasta' | 'todas'>;
}

/** The spans that one button chooses. */
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

/** What a person looks for in one field: digits, with an E before them or not, are an eNCF; anything else, a Track ID. */
export const searchFilter = (typed: string): Pick<Filters, 'eNCF' | 'trackId'> =>
  typed === '' ? {} : /^e?\d+$/i.test(typed) ? { eNCF: typed.slice(0, 13) } : { trackId: typed.slice(0, 64) };
