import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { featureConstants } from '@timbre/contract/tables';
import type { Periodo } from '@timbre/values';
import { useEffect, useSyncExternalStore } from 'react';
import { Refusal } from '../../../lib/api.ts';
import { notLive } from '../../../lib/live-query.ts';
import { answerComprobantes, type Comprobante, listComprobantes } from '../api.ts';
import { liveKey } from '../problems-query.ts';
import type { TipoConRespuestas } from '../search.ts';
import { createSaver, type Saver } from './saver.ts';

/** Rows of one answer: as many as are parsed within a frame. */
const pageRows = 250;
const settleMs = 600;

/** What the rows of a month are narrowed by. */
export interface Narrowing {
  readonly soloPendientes: boolean;
  readonly buscar: string;
}

const rowsKey = (tipo: TipoConRespuestas) => [...liveKey(tipo), 'comprobantes'] as const;

/** The live rows of a month, page by page. */
export const rowsQuery = (tipo: TipoConRespuestas, periodo: Periodo, { soloPendientes, buscar }: Narrowing) =>
  infiniteQueryOptions({
    queryKey: [...rowsKey(tipo), periodo, soloPendientes, buscar],
    meta: notLive,
    queryFn: ({ pageParam, signal }) =>
      listComprobantes({
        params: { tipo },
        query: {
          periodo,
          cuantos: pageRows,
          ...(soloPendientes && { soloPendientes }),
          ...(buscar !== '' && { buscar }),
          ...(pageParam !== undefined && { despues: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ siguiente }) => siguiente ?? undefined,
    // Thousands of rows: a comparison with those before would cost more than drawing what is in sight.
    structuralSharing: false,
    staleTime: 0,
  });

/** The totals of a month as they are now. */
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

type Page = Awaited<ReturnType<typeof listComprobantes>>;

/** Puts rows as they are now in the place of those that were loaded. Pages without them stay the same. */
export function withRows(pages: readonly Page[], rows: readonly Comprobante[]): Page[] {
  const now = new Map(rows.map((row) => [row.id, row]));
  return pages.map((page) =>
    page.comprobantes.some(({ id }) => now.has(id))
      ? { ...page, comprobantes: page.comprobantes.map((row) => now.get(row.id) ?? row) }
      : page,
  );
}

/** The savers of the page, by company, environment and report: what is not saved survives leaving the screen. */
const savers = new Map<string, Saver>();

/** The saver of the answers of a report. */
export function saverOf(client: QueryClient, scope: string, tipo: TipoConRespuestas): Saver {
  const key = `${scope} ${tipo}`;
  const known = savers.get(key);
  if (known) return known;
  const saver = createSaver({
    most: featureConstants.reportes.maximoDeComprobantes,
    later: (run) => setTimeout(run, settleMs),
    async send(cambios, evenFiled) {
      const body = {
        cambios: cambios.map(({ id, respuestas, ...rest }) => ({ id, respuestas: { ...respuestas }, ...rest })),
        ...(evenFiled && { aunquePresentado: true }),
      };
      return (await answerComprobantes({ params: { tipo }, body })).comprobantes;
    },
    isRefused: (error) => error instanceof Refusal && error.problem.code === 'reportes/respuesta',
    onSaved(rows) {
      client.setQueriesData<InfiniteData<Page, string | undefined>>(
        { queryKey: rowsKey(tipo) },
        (old) => old && { ...old, pages: withRows(old.pages, rows) },
      );
      for (const part of ['totales', 'problemas', 'rectificacion', 'consumo'])
        void client.invalidateQueries({ queryKey: [...liveKey(tipo), part] });
    },
  });
  savers.set(key, saver);
  return saver;
}

/** How the saving stands. Closing the window asks first while something is not saved. */
export function useSaver(saver: Saver) {
  const state = useSyncExternalStore(saver.subscribe, saver.state);
  const unsaved = state.changes.size > 0;
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return state;
}
