import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { soonMs } from '../../lib/live-query.ts';
import { importQuery, keyOf } from '../importacion/shared.ts';
import { findModified, readSimulacion } from './api.ts';

const simulacionQuery = queryOptions({
  queryKey: ['simulacion'],
  meta: { live: { configuracion: 0, importacion: soonMs, documento: soonMs } },
  queryFn: ({ signal }) => readSimulacion({ signal }),
});

/** Whether the simulation has invoices that a note may modify. */
export const hasInvoicesQuery = (importacionId: string | null, enabled: boolean) =>
  queryOptions({
    queryKey: [...keyOf(importacionId ?? ''), 'facturas'],
    meta: { live: { importacion: soonMs } },
    queryFn: async ({ signal }) => importacionId !== null && (await findModified(importacionId, '', signal)).length > 0,
    enabled,
  });

/**
 * The simulation of the company, and the import that has its receipts.
 *
 * @param rehearsing the states are those of the rehearsal
 */
export function useSimulacion(rehearsing: boolean) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(simulacionQuery);
  const id = data?.importacionId ?? undefined;
  const { data: importacion, error: failed } = useQuery({
    ...importQuery({ id: id ?? '', ensayo: rehearsing }),
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
    enabled: id !== undefined,
  });
  return {
    data,
    error: error ?? failed,
    refetch,
    importacion: id === undefined ? undefined : importacion,
    /** Fetches the shown data of the simulation again. */
    async refresh() {
      await client.invalidateQueries({ queryKey: simulacionQuery.queryKey });
      const now = client.getQueryData(simulacionQuery.queryKey)?.importacionId;
      if (now) await client.invalidateQueries({ queryKey: keyOf(now) });
    },
  };
}
