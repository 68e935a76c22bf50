import { type GrupoDeAuditoria, gruposDeAuditoria } from '@timbre/contract/tables';
import { dateParam, onlyDefined, textParam } from '../../lib/search-params.ts';

/** The filters of the audit trail, as search parameters. */
export interface Filters {
  /** Undefined: actions of people. Events of documents are shown only on request. */
  grupo?: GrupoDeAuditoria;
  /** yyyy-MM-dd, both ends included. */
  desde?: string;
  hasta?: string;
  /** Part of the name of the user who acted. */
  quien?: string;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export const readFilters = (search: Record<string, unknown>): Filters =>
  onlyDefined<Filters>({
    grupo: Object.keys(gruposDeAuditoria).find((one) => one === search.grupo) as GrupoDeAuditoria | undefined,
    desde: dateParam(search.desde),
    hasta: dateParam(search.hasta),
    quien: textParam(search.quien, 100),
  });
