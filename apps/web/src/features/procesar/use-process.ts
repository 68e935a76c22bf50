import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCounted } from '../../lib/format.ts';
import { notLive, ofConfiguracion } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import { toast } from '../../ui/toast.tsx';
import { cancelProcess, type Ejecucion, readEjecucion, readRequisitos, startProcess } from './api.ts';
import type { Alcance, Dates } from './search.ts';

const pollMs = 500;

/** The common prefix of the query keys of runs. */
export const processKey = ['procesar'] as const;

const requirementsQuery = queryOptions({
  queryKey: [...processKey, 'requisitos'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => readRequisitos({ signal }),
  staleTime: 0,
});

/** The input of a run. */
interface Wanted {
  readonly tipo: Alcance;
  readonly dates: Dates;
  readonly rnc: string;
  /** Whether documents of months that were filed also change their reports. */
  readonly presentados: boolean;
}

/**
 * The requirements of a run, and the run in progress, even if it was started elsewhere.
 *
 * @param onDone called when a run started here completes
 */
export function useProcess(onDone: (run: Ejecucion) => void) {
  const client = useQueryClient();
  const requirements = useQuery(requirementsQuery);
  const started = requirements.data?.enProceso ?? undefined;
  const polled = useQuery({
    queryKey: [...processKey, 'ejecucion', started?.ID],
    meta: notLive,
    queryFn: ({ signal }) => readEjecucion({ params: { id: started?.ID ?? '' }, signal }),
    enabled: started !== undefined,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.Estado === 'En Proceso' ? pollMs : false),
  });
  const run = started === undefined ? undefined : (polled.data ?? started);
  const setRun = (enProceso: Ejecucion | null) =>
    client.setQueryData(requirementsQuery.queryKey, (old) => old && { ...old, enProceso });

  const ownId = useRef<string>(undefined);
  const [last, setLast] = useState<Ejecucion>();
  const ended = run !== undefined && run.Estado !== 'En Proceso' ? run : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run that ends
  useEffect(() => {
    if (ended === undefined) return;
    setLast(ended);
    setRun(null);
    void client.invalidateQueries({ queryKey: processKey });
    if (ended.Estado === 'Completado')
      toast(`Reportes procesados: ${formatCounted(ended.RegistrosProcesados, 'documento')}`);
    if (ended.Estado === 'Completado' && ended.ID === ownId.current) onDone(ended);
  }, [ended?.ID]);

  const starting = useMutation({
    mutationFn: ({ tipo, dates, rnc, presentados }: Wanted) =>
      startProcess({
        body: {
          rnc,
          companyId: requirements.data?.conexion.companyId ?? null,
          ...dates,
          tipoReporte: tipo,
          ...(presentados && { presentados }),
        },
      }),
    onSuccess: ({ ejecucion }) => {
      ownId.current = ejecucion.ID;
      setLast(undefined);
      setRun(ejecucion);
    },
  });
  const cancelling = useMutation({
    mutationFn: (id: string) => cancelProcess({ params: { id } }),
    onSuccess: (cancelled) => {
      client.setQueryData([...processKey, 'ejecucion', cancelled.ID], cancelled);
      toast('Proceso cancelado');
    },
  });
  return { requirements, polled, run: ended === undefined ? run : undefined, last, starting, cancelling };
}
