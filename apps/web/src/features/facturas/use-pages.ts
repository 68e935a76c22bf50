import { useEffect, useState } from 'react';
import type { Filters } from './filters.ts';
import type { useFacturas } from './use-facturas.ts';

/** Rows of a page (seeds/001 §9). */
export const pageSize = 10;
/** A page further on than this is not opened by its address: the list is read forwards, 50 rows a call. */
const farthest = 40;
const stored = 'facturas.modo';

/** How the list goes on: by pages of ten, or as it is scrolled. */
export type Modo = NonNullable<Filters['modo']>;

/** The way that the address says, or else the one that was chosen last on this browser. */
export const modoOf = ({ modo }: Filters): Modo =>
  modo ?? (localStorage.getItem(stored) === 'continuo' ? 'continuo' : 'paginas');

/** Remembers the way for addresses without one. */
export const keepModo = (modo: Modo): void => localStorage.setItem(stored, modo);

/**
 * The page that is shown. The numbers around it are loaded ahead: five pages are one call.
 *
 * @param rows how many are loaded
 */
export function usePages(filters: Filters, rows: number, list: ReturnType<typeof useFacturas>) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const [opened] = useState(filters.pagina ?? 1);
  const paged = modoOf(filters) === 'paginas';
  const wanted = opened > farthest && filters.pagina === opened ? 1 : (filters.pagina ?? 1);
  const loaded = Math.ceil(rows / pageSize);
  const more = paged && hasNextPage && !isFetchNextPageError && loaded < wanted + 2;
  useEffect(() => {
    if (more && !isFetching) void fetchNextPage();
  }, [more, isFetching, fetchNextPage]);
  return {
    paged,
    loaded,
    /** The last page, where there are fewer. */
    page: hasNextPage ? wanted : Math.min(wanted, Math.max(1, loaded)),
  };
}
