import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { soonMs } from '../../lib/live-query.ts';
import { listFacturas, summarizeFacturas } from './api.ts';
import { type Filters, listingOf, narrowingOf } from './filters.ts';
import { patchFacturas } from './live.ts';

/** The issued invoices that match a filter, page by page, updated live by live.ts. */
export function useFacturas(filters: Filters) {
  const listing = listingOf(filters);
  return useInfiniteQuery({
    queryKey: ['facturas', listing],
    meta: { live: { documento: patchFacturas } },
    queryFn: ({ pageParam, signal }) => listFacturas(listing, pageParam, Date.now(), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.siguiente,
    placeholderData: (previous) => previous,
  });
}

/** How many invoices match a filter and their sum, counted by the server. */
export function useFacturaSummary(filters: Filters) {
  const narrowing = narrowingOf(filters);
  return useQuery({
    queryKey: ['facturas-resumen', narrowing],
    meta: { live: { documento: soonMs } },
    queryFn: ({ signal }) => summarizeFacturas(narrowing, Date.now(), signal),
    placeholderData: (previous) => previous,
  });
}
