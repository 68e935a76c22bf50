import { useEffect, useState } from 'react';
import type { Filters } from './filters.ts';
import type { useFacturas } from './use-facturas.ts';

/** Rows of a page (specification 001 §9). */
export const pageSize = 10;
/** Pages after this one are not opened from an address: the list is read forwards, 50 rows a call. */
const farthest = 40;
const stored = 'facturas.modo';

/** How the list continues: by pages of ten, or by scrolling. */
export type Modo = NonNullable<Filters['modo']>;

/** The mode set in the address, or else the one last chosen in this browser. */
export const modoOf = ({ modo }: Filters): Modo =>
  modo ?? (localStorage.getItem(stored) === 'continuo' ? 'continuo' : 'paginas');

/** Stores the mode for addresses without one. */
export const keepModo = (modo: Modo): void => localStorage.setItem(stored, modo);

/**
 * The page shown. The pages around it are loaded ahead: one call loads five pages.
 *
 * @param rows number of loaded rows
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
    /** The last page, if there are fewer. */
    page: hasNextPage ? wanted : Math.min(wanted, Math.max(1, loaded)),
  };
}
