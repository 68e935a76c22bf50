import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Estado, importacion } from '@timbre/contract';
import { type Live, soonMs } from '../../lib/live-query.ts';
import { listFilas, listIncidencias, readImportacion } from './api.ts';
import { windowSize } from './windows.ts';

const pollWhileProcessingMs = 1_000;
const pollWhileWorkingMs = 15_000; // events bring the changes; polling covers missed events

/** Thousands of documents may change at a time: the visible rows are fetched once in this time. */
const rowsMs = 1_000;

/** An import, as it is or as it is in its rehearsal. */
export interface OfImport {
  readonly id: string;
  readonly ensayo: boolean;
}

const liveOf = ({ id, ensayo }: OfImport, afterMs = soonMs): { live: Live } => ({
  live: { importacion: 'unless-asking', documento: { importacionId: id, afterMs }, ...(ensayo && { ensayo: afterMs }) },
});

/** The common prefix of the query keys of an import. */
export const keyOf = (id: string) => ['importaciones', id] as const;

/** An import: its state and its counts. */
export const importQuery = (of: OfImport) =>
  queryOptions({
    queryKey: [...keyOf(of.id), of.ensayo],
    meta: liveOf(of),
    queryFn: ({ signal }) => readImportacion({ params: { id: of.id }, query: asking(of), signal }),
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (data.estado === 'procesando') return pollWhileProcessingMs;
      return data.enCurso.firmar + data.enCurso.enviar > 0 ? pollWhileWorkingMs : false;
    },
  });

/** Filter of the documents of an import. */
export interface FilaFilter {
  readonly rfce: boolean;
  readonly estado?: Estado;
  readonly buscar?: string;
  readonly rncEmisor?: string;
  readonly conFactura?: boolean;
}

/**
 * The documents from one position to another, {@link windowSize} at most.
 *
 * @param count number of documents of the import there; the request is repeated until as many are loaded
 */
export const windowQuery = (of: OfImport, filter: FilaFilter, desde: number, count: number) =>
  queryOptions({
    queryKey: [...keyOf(of.id), of.ensayo, 'documentos', filter, desde],
    meta: liveOf(of, rowsMs),
    queryFn: async ({ signal }) => {
      const filas: importacion.FilaDeImportacion[] = [];
      // A response is limited in bytes: it may have fewer rows than requested.
      while (filas.length < windowSize) {
        const query = { ...asking(of), ...filter, desde: desde + filas.length, limite: windowSize - filas.length };
        const { documentos } = await listFilas({ params: { id: of.id }, query, signal });
        filas.push(...documentos);
        if (documentos.length === 0 || filas.length >= count) break;
      }
      return filas;
    },
    refetchInterval: ({ state: { data } }) => (data && data.length < count ? pollWhileProcessingMs : false),
  });

/** Number of documents that match a search. */
export const matchesQuery = (of: OfImport, filter: FilaFilter) =>
  queryOptions({
    queryKey: [...keyOf(of.id), of.ensayo, 'encontrados', filter],
    meta: liveOf(of),
    queryFn: async ({ signal }) => {
      const query = { ...asking(of), ...filter, contar: true, limite: 1 };
      return (await listFilas({ params: { id: of.id }, query, signal })).total ?? 0;
    },
    enabled: filter.buscar !== undefined,
  });

/** Maximum number of documents that the editor offers. */
const mostEditable = 200;

/** The documents that may be edited. If there are more than the editor can offer, only those with errors. */
export const editableQuery = (id: string, enabled: boolean) =>
  queryOptions({
    queryKey: [...keyOf(id), 'editables'],
    meta: liveOf({ id, ensayo: false }),
    queryFn: async ({ signal }) => {
      const ask = async (more: { contar?: boolean; estado?: Estado }) =>
        listFilas({ params: { id }, query: { editables: true, limite: mostEditable, ...more }, signal });
      const { documentos, total } = await ask({ contar: true });
      const wrong = (total ?? 0) > mostEditable ? (await ask({ estado: 'error' })).documentos : [];
      return wrong.length > 0 ? wrong : documentos;
    },
    enabled,
  });

/** The faults of the documents, or with `aviso` the notices, page by page. */
export const incidenciasQuery = (of: OfImport, aviso: boolean, buscar: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(of.id), of.ensayo, 'incidencias', aviso, buscar],
    meta: liveOf(of),
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...asking(of),
        aviso,
        ...(buscar !== '' && { buscar }),
        ...(pageParam !== undefined && { despues: pageParam }),
      };
      return listIncidencias({ params: { id: of.id }, query, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ siguiente }) => siguiente ?? undefined,
    placeholderData: (previous) => previous,
  });

const asking = ({ ensayo }: OfImport) => (ensayo ? { ensayo } : {});
