import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Periodo } from '@timbre/values';
import { notLive } from '../../../lib/live-query.ts';
import { listUnreported, readReconciliation, reconcileTxt } from '../api.ts';
import { liveKey } from '../month-queries.ts';

/** The reports that are reconciled. */
export type TipoConciliado = '606' | '607';

/** The reconciliation of a month: with the TXT generated from the current data, or with a file. */
export const reconciliationQuery = (tipo: TipoConciliado, periodo: Periodo, file?: File) =>
  queryOptions({
    queryKey: [...liveKey(tipo), 'conciliacion', periodo, ...(file ? [file.name, file.size, file.lastModified] : [])],
    meta: notLive,
    queryFn: ({ signal }) => {
      const place = { params: { tipo }, query: { periodo }, signal };
      if (file === undefined) return readReconciliation(place);
      const form = new FormData();
      form.set('archivo', file);
      return reconcileTxt({ ...place, form });
    },
    staleTime: 0,
  });

/** Documents of QuickBooks of a month that are in no report, page by page. */
export const unreportedQuery = (tipo: TipoConciliado, periodo: Periodo) =>
  infiniteQueryOptions({
    queryKey: [...liveKey(tipo), 'sin-reportar', periodo],
    meta: notLive,
    queryFn: ({ pageParam, signal }) =>
      listUnreported({ query: { periodo, tipo, ...(pageParam && { despues: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ siguiente }) => siguiente ?? undefined,
    staleTime: 0,
  });
