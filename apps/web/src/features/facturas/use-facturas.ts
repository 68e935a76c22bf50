import { useInfiniteQuery } from '@tanstack/react-query';
import { listFacturas } from './api.ts';
import type { Filters } from './filters.ts';
import { patchFacturas } from './live.ts';

/**
 * The issued invoices that match a filter, page by page, kept live by live.ts.
 *
 * @param enabled false where the person may not see them
 */
export const useFacturas = (filters: Filters, enabled = true) =>
  useInfiniteQuery({
    queryKey: ['facturas', filters],
    meta: { live: { documento: patchFacturas } },
    queryFn: ({ pageParam, signal }) => listFacturas(filters, pageParam, Date.now(), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.siguiente,
    placeholderData: (previous) => previous,
    enabled,
  });
