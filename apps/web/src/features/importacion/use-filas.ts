import { useQueries } from '@tanstack/react-query';
import type { importacion } from '@timbre/contract';
import { useCallback, useMemo, useState } from 'react';
import { type FilaFilter, type OfImport, windowQuery } from './queries.ts';
import { rowsOf, startsOf, windowSize } from './windows.ts';

type Fila = importacion.FilaDeImportacion;

/**
 * The documents of an import that a table shows. Only the visible ones are loaded, at their positions.
 *
 * @param filter must be a stable reference
 * @param total number of matches
 */
export function useFilas({ id, ensayo }: OfImport, filter: FilaFilter, total: number) {
  const [sight, setSight] = useState({ first: 0, last: 0 });
  const onSight = useCallback((first: number, last: number) => setSight({ first, last }), []);
  const starts = useMemo(() => startsOf(sight.first, Math.min(sight.last, total - 1)), [sight, total]);
  const windows = useQueries({
    queries: starts.map((from) => windowQuery({ id, ensayo }, filter, from, Math.min(windowSize, total - from))),
    combine: dataOf,
  });
  const rows = useMemo(() => rowsOf(starts, windows, total), [starts, windows, total]);
  return { rows, onSight };
}

const dataOf = (results: readonly { data: Fila[] | undefined }[]) => results.map(({ data }) => data);
