import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Refusal } from '../../lib/api.ts';
import { notLive } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import { carryToast, toast } from '../../ui/toast.tsx';
import { generate, listReportes, type Reporte, readReporte } from './api.ts';
import type { Rango, Tipo } from './search.ts';
import { nombreDe } from './words.ts';

const pollMs = 300;

/** The common prefix of the query keys of saved reports. */
export const savedKey = ['reportes', 'guardados'] as const;

const listQuery = (tipo: Tipo, rango: Rango) =>
  queryOptions({
    queryKey: [...savedKey, tipo, rango],
    meta: notLive,
    queryFn: async ({ signal }): Promise<readonly Reporte[]> =>
      (await listReportes({ params: { tipo }, query: rango, signal })).map(({ datos: _, ...reporte }) => reporte),
    staleTime: 0,
  });

/**
 * The newest saved report of the dates, the progress of its generation, and how to generate it again. If QuickBooks is
 * connected but no account is mapped, opens the mapping screen.
 */
export function useReport(tipo: Tipo, rango: Rango) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const list = useQuery(listQuery(tipo, rango));
  const newest = list.data?.[0];
  const working = newest?.estado === 'generando';
  const polled = useQuery({
    queryKey: [...savedKey, tipo, 'uno', newest?._id],
    meta: notLive,
    queryFn: ({ signal }) => readReporte({ params: { tipo, id: newest?._id ?? '' }, signal }),
    enabled: working,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.estado === 'generando' ? pollMs : false),
  });
  const report = working ? (polled.data ?? newest) : newest;

  const wasWorking = useRef<string>(undefined);
  useEffect(() => {
    if (report?.estado === 'generando') wasWorking.current = report._id;
    else if (report !== undefined && wasWorking.current === report._id) {
      wasWorking.current = undefined;
      if (report.estado === 'listo') toast(`Reporte ${nombreDe(tipo)} generado exitosamente`);
      client.setQueryData(listQuery(tipo, rango).queryKey, (old) =>
        old?.map((one) => (one._id === report._id ? report : one)),
      );
      void client.invalidateQueries({ queryKey: historyKey(tipo) });
    }
  }, [report, tipo, rango, client]);

  const generation = useMutation({
    mutationFn: ({ withBooks }: { withBooks: boolean }) =>
      generate({ params: { tipo }, body: { ...rango, ...(!withBooks && { leerQuickBooks: false }) } }),
    // @source specification 002 §2, §5
    onError: (error) => {
      if (!(error instanceof Refusal && error.problem.code === 'reportes/sin-mapeo')) return;
      carryToast(error.problem.title, 'bad');
      void navigate({ to: '/cuentas-mapping', search: {} });
    },
    onSuccess: async (begun) => {
      // A response to an earlier request would not contain the new report.
      await client.cancelQueries({ queryKey: listQuery(tipo, rango).queryKey });
      client.setQueryData(listQuery(tipo, rango).queryKey, (old) => [begun, ...(old ?? [])]);
      wasWorking.current = begun._id;
    },
  });
  return { report, list, polled, generation };
}

export const historyKey = (tipo: Tipo) => [...savedKey, tipo, 'historial'] as const;
