import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { featureConstants } from '@timbre/contract/tables';
import type { Periodo } from '@timbre/values';
import { useEffect, useSyncExternalStore } from 'react';
import { Refusal } from '../../../lib/api.ts';
import { notLive } from '../../../lib/live-query.ts';
import { answerComprobantes, type Comprobante, listComprobantes } from '../api.ts';
import { liveKey } from '../month-queries.ts';
import type { TipoConRespuestas } from '../search.ts';
import { Saver } from './saver.ts';

/** Rows of one response: as many as can be parsed within a frame. */
const pageRows = 250;
const settleMs = 600;

/** Filter of the rows of a month. */
interface Narrowing {
  readonly soloPendientes: boolean;
  readonly buscar: string;
}

const rowsKey = (tipo: TipoConRespuestas) => [...liveKey(tipo), 'comprobantes'] as const;

/** The live rows of a month, page by page: first those that lack an answer. */
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
          ...(soloPendientes ? { soloPendientes } : { primeroPendientes: true }),
          ...(buscar !== '' && { buscar }),
          ...(pageParam !== undefined && { despues: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ siguiente }) => siguiente ?? undefined,
    // For thousands of rows, comparing them with the previous ones would cost more than rendering the visible ones.
    structuralSharing: false,
    staleTime: 0,
  });

/**
 * All rows of a month that lack an answer, also those that no page has loaded.
 *
 * @param most rows of one answer
 */
export async function pendingRows(
  tipo: TipoConRespuestas,
  periodo: Periodo,
  most = featureConstants.reportes.maximoDeComprobantes,
): Promise<Comprobante[]> {
  const rows: Comprobante[] = [];
  for (let despues: string | undefined; ; ) {
    const { comprobantes, siguiente } = await listComprobantes({
      params: { tipo },
      query: { periodo, cuantos: most, soloPendientes: true, ...(despues !== undefined && { despues }) },
    });
    rows.push(...comprobantes);
    if (siguiente === null) return rows;
    despues = siguiente;
  }
}

type Page = Awaited<ReturnType<typeof listComprobantes>>;

/** Replaces loaded rows by their current versions. Pages without them keep their identity. */
function withRows(pages: readonly Page[], rows: readonly Comprobante[]): Page[] {
  const now = new Map(rows.map((row) => [row.id, row]));
  return pages.map((page) =>
    page.comprobantes.some(({ id }) => now.has(id))
      ? { ...page, comprobantes: page.comprobantes.map((row) => now.get(row.id) ?? row) }
      : page,
  );
}

/** The savers of the page, by company, environment and report: unsaved changes survive leaving the screen. */
const savers = new Map<string, Saver>();

/** The saver of the answers of a report. */
export function saverOf(client: QueryClient, scope: string, tipo: TipoConRespuestas): Saver {
  const key = `${scope} ${tipo}`;
  const known = savers.get(key);
  if (known) return known;
  const saver = new Saver({
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

/** The state of the saving. Closing the window asks for confirmation while changes are unsaved. */
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
