import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { readEnsayo } from './api.ts';
import { type Ensayo, merge } from './rehearsal.ts';

/** Changes may be stored a little after their timestamp. */
const overlapMs = 1_000;
const pollWhileWorkingMs = 15_000; // events bring the changes; polling covers missed events

/** The rehearsal of an import: loaded in full once, then only its changes. */
export function useEnsayo(id: string, enabled: boolean): Ensayo | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['ensayo', id],
    // Only the changes are requested.
    meta: { live: { ensayo: 300 } },
    queryFn: ({ signal }) => readChanges(client, id, signal),
    enabled,
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) =>
      data && data.enCurso.firmar + data.enCurso.enviar > 0 ? pollWhileWorkingMs : false,
  });
  return enabled ? data : undefined;
}

async function readChanges(client: QueryClient, id: string, signal: AbortSignal): Promise<Ensayo> {
  const held = client.getQueryData<Ensayo>(['ensayo', id]);
  const ask = (desde: number) => readEnsayo({ params: { id }, query: { desde }, signal });
  const answer = await ask(Math.max(0, (held?.cambio ?? 0) - overlapMs));
  const merged = merge(held, answer);
  // Another screen restarted the rehearsal.
  return merged.documentos.size === answer.total ? merged : merge(undefined, await ask(0));
}
