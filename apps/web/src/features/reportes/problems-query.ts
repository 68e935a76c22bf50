import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Periodo } from '@timbre/values';
import { formatCount } from '../../lib/format.ts';
import { notLive } from '../../lib/live-query.ts';
import { readProblems } from './api.ts';
import type { Tipo } from './search.ts';

/** The part of the keys that all answers about the live rows of a report have: they change with an answer. */
export const liveKey = (tipo: Tipo) => ['reportes', 'vivo', tipo] as const;

/** The broken rules of a month. */
export const problemsQuery = (tipo: Exclude<Tipo, 'it1'>, periodo: Periodo) =>
  queryOptions({
    queryKey: [...liveKey(tipo), 'problemas', periodo],
    meta: notLive,
    queryFn: ({ signal }) => readProblems({ params: { tipo }, query: { periodo }, signal }),
    staleTime: 0,
  });

/** How many broken rules a month has, as text; undefined for none and while it is not known. */
export function useProblemCount(tipo: Tipo, periodo: Periodo): string | undefined {
  const { data } = useQuery({ ...problemsQuery(tipo === 'it1' ? '606' : tipo, periodo), enabled: tipo !== 'it1' });
  const all = tipo === 'it1' || data === undefined ? 0 : data.errores + data.avisos;
  return all > 0 ? formatCount(all) : undefined;
}
