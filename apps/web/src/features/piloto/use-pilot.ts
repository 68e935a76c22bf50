import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { soonMs } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import { toast } from '../../ui/toast.tsx';
import { loadWorkbook, markStep, type Parte, type Piloto, readPiloto, rehearseAgain, sendForReal } from './api.ts';
import { lugarDe } from './stages.ts';

/**
 * While the pilot works, its counts are polled at this interval: a rehearsal sends events, but the reading of a
 * workbook does not.
 */
const lookMs = 1_000;

const isWorking = (piloto: Piloto | undefined): boolean =>
  [piloto?.comprobantes, piloto?.aprobaciones].some((one) => one != null && lugarDe[one.etapa].estado === 'trabaja');

const pilotQuery = queryOptions({
  queryKey: ['piloto'],
  meta: { live: { configuracion: 0, documento: soonMs, ensayo: soonMs, recibidas: soonMs } },
  queryFn: ({ signal }) => readPiloto({ signal }),
  refetchInterval: ({ state }) => (isWorking(state.data) ? lookMs : false),
});

export type Pilot = ReturnType<typeof usePilot>;

/** The state of the certification in the pilot, and the actions on it. */
export function usePilot() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(pilotQuery);
  const again = () => client.invalidateQueries({ queryKey: pilotQuery.queryKey });
  const failed = (failure: Error) => toast(messageOf(failure), 'bad');

  const rehearse = useMutation({
    mutationFn: (parte: Parte) => rehearseAgain({ params: { parte }, body: {} }),
    onSuccess: again,
    onError: failed,
  });
  const send = useMutation({
    mutationFn: (parte: Parte) => sendForReal({ params: { parte }, body: {} }),
    onSuccess: again,
    onError: failed,
  });
  const mark = useMutation({
    mutationFn: ({ numero, hecho }: { numero: number; hecho: boolean }) =>
      markStep({ params: { numero }, body: { hecho } }),
    onSuccess: again,
    onError: failed,
  });

  return {
    data,
    error,
    refetch,
    async load(parte: Parte, workbook: File) {
      const form = new FormData();
      form.append('archivo', workbook);
      await loadWorkbook({ params: { parte }, form });
      await again();
    },
    rehearse: rehearse.mutate,
    send: send.mutate,
    mark: mark.mutate,
    /** A request is waiting for its response. */
    isAsking: rehearse.isPending || send.isPending,
    isMarking: mark.isPending,
  };
}
