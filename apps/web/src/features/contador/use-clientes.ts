import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ofConfiguracion, soonMs } from '../../lib/live-query.ts';
import { listClientes, listDespachos } from './api.ts';

export const clientesKey = ['contador'];
export const despachosKey = ['despachos'];

/** Only events of the open company arrive: the others are asked about in this time. */
const againMs = 60_000;

/** The companies of the user: every page is read, one after another. */
export function useClientes(periodo: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: [...clientesKey, periodo ?? ''],
    meta: { live: { documento: soonMs, recibidas: soonMs, configuracion: 0 } },
    queryFn: ({ pageParam, signal }) =>
      listClientes({
        query: { ...(periodo !== undefined && { periodo }), ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ siguiente }) => siguiente ?? undefined,
    placeholderData: (previous) => previous,
    refetchInterval: againMs,
  });
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const clientes = useMemo(() => data?.pages.flatMap((page) => page.clientes), [data]);
  return { ...query, clientes, first: data?.pages[0] };
}

/** The despachos of the user, with their people. */
export const useDespachos = () =>
  useQuery({
    queryKey: despachosKey,
    meta: ofConfiguracion,
    queryFn: ({ signal }) => listDespachos({ signal }),
  });
