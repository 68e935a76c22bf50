import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Periodo } from '@timbre/values';
import { formatCount } from '../../lib/format.ts';
import { notLive } from '../../lib/live-query.ts';
import { readProblems } from './api.ts';
import type { Tipo } from './search.ts';

/** The common prefix of the query keys of the live rows of a report, which change with each answer. */
export const liveKey = (tipo: Tipo) => ['reportes', 'vivo', tipo] as const;

/** The broken rules of a month. */
export const problemsQuery = (tipo: Exclude<Tipo, 'it1'>, periodo: Periodo) =>
  queryOptions({
    queryKey: [...liveKey(tipo), 'problemas', periodo],
    meta: notLive,
    queryFn: ({ signal }) => readProblems({ params: { tipo }, query: { periodo }, signal }),
    staleTime: 0,
  });

/** The number of broken rules of a month, as text; undefined if there are none or while it is unknown. */
export function useProblemCount(tipo: Tipo, periodo: Periodo): string | undefined {
  const { data } = useQuery({ ...problemsQuery(tipo === 'it1' ? '606' : tipo, periodo), enabled: tipo !== 'it1' });
  const all = tipo === 'it1' || data === undefined ? 0 : data.errores + data.avisos;
  return all > 0 ? formatCount(all) : undefined;
}
