import type { facturas } from '@timbre/contract';
import { type Filters, listingOf, readFilters } from './filters.ts';

export type Vista = facturas.Vista;

/** The filters and the order in the form in which a view stores them. */
export const busquedaOf = (filters: Filters): string =>
  new URLSearchParams(
    Object.entries(listingOf(filters))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, String(value)]),
  ).toString();

/** The filters of a view. They are parsed like those of an address: invalid values are ignored. */
export const filtersOf = ({ busqueda }: Pick<Vista, 'busqueda'>): Filters => {
  const search = Object.fromEntries(new URLSearchParams(busqueda));
  return readFilters({ ...search, ...(search.todas === 'true' && { todas: true }) });
};
