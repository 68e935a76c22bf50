import { type GrupoDeAuditoria, gruposDeAuditoria } from '@timbre/contract/tables';
import { dateParam, onlyGiven, textParam } from '../../lib/search-params.ts';

/** What the record is narrowed to, as the address carries it. */
export interface Filters {
  /** undefined: what people did; of the documents, only on request. */
  grupo?: GrupoDeAuditoria;
  /** yyyy-MM-dd, both included. */
  desde?: string;
  hasta?: string;
  /** Part of the name of whoever did it. */
  quien?: string;
}

/** Reads an address written by us or by anybody: what is not understood is left out. */
export const readFilters = (search: Record<string, unknown>): Filters =>
  onlyGiven<Filters>({
    grupo: Object.keys(gruposDeAuditoria).find((one) => one === search.grupo) as GrupoDeAuditoria | undefined,
    desde: dateParam(search.desde),
    hasta: dateParam(search.hasta),
    quien: textParam(search.quien, 100),
  });
