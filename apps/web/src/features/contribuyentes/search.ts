import { onlyDefined, textParam } from '../../lib/search-params.ts';

/** The search parameters of Registro de contribuyentes. */
export interface Search {
  buscar?: string;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export const readSearch = (search: Record<string, unknown>): Search =>
  onlyDefined<Search>({ buscar: textParam(search.buscar, 100) });
