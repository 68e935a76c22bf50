import { useInfiniteQuery } from '@tanstack/react-query';
import { listFacturas } from './api.ts';
import type { Filters } from './filters.ts';

/** The issued invoices that a filter lets through, page by page, kept live by live.ts. */
export const useFacturas = (filters: Filters) =>
  useInfiniteQuery({
    queryKey: ['facturas', filters],
    queryFn: ({ pageParam, signal }) => listFacturas(filters, pageParam, Date.now(), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.siguiente,
    placeholderData: (previous) => previous,
  });
