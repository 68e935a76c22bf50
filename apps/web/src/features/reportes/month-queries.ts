import { queryOptions } from '@tanstack/react-query';
import type { Periodo } from '@timbre/values';
import { notLive } from '../../lib/live-query.ts';
import { listComprobantes, listDue, readProblems } from './api.ts';
import type { Tipo, TipoConRespuestas } from './search.ts';

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

/** The current totals of a month, and whether it was filed. */
export const totalsQuery = (tipo: TipoConRespuestas, periodo: Periodo) =>
  queryOptions({
    queryKey: [...liveKey(tipo), 'totales', periodo],
    meta: notLive,
    queryFn: async ({ signal }) => {
      const { totales, presentado } = await listComprobantes({
        params: { tipo },
        query: { periodo, cuantos: 1 },
        signal,
      });
      return { totales, presentado };
    },
    staleTime: 0,
  });

/** The reports that are due, of the months around today. */
export const dueQuery = queryOptions({
  queryKey: ['reportes', 'vencimientos'],
  meta: notLive,
  queryFn: ({ signal }) => listDue({ signal }),
});
