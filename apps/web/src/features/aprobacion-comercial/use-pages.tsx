import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Pager } from '../../ui/pager.tsx';
import { answerWords, awaited } from './progress.ts';
import { pageQuery, pageSize } from './queries.ts';

/**
 * The approvals page by page. Only the visible page is fetched again.
 *
 * @param onAnswers called with the counts in words each time that the DGII has answered more approvals
 */
export function usePages(rehearsing: boolean, onAnswers: (words: string) => void) {
  /** The cursors of the pages that were seen. */
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...pageQuery(rehearsing, cursors[page - 1]),
    placeholderData: (previous) => previous,
  });
  const answered = data && { words: answerWords(data.totales), count: data.totales.enviados - awaited(data.totales) };
  const before = useRef(answered?.count);
  useEffect(() => {
    if (answered === undefined) return;
    if (before.current !== undefined && answered.count > before.current)
      onAnswers(`${rehearsing ? 'Ensayo · ' : ''}La DGII respondió: ${answered.words}`);
    before.current = answered.count;
  });
  const toFirstPage = () => {
    setPage(1);
    setCursors([undefined]);
  };
  const emptied = data !== undefined && data.aprobaciones.length === 0 && page > 1;
  useEffect(() => {
    if (emptied) toFirstPage();
  });
  // While a page loads, the previous one stays visible in its place.
  const siguiente = isPlaceholderData ? undefined : (data?.siguiente ?? undefined);
  const pages = Math.max(1, Math.ceil((data?.totales.total ?? 0) / pageSize));
  return {
    aprobaciones: data?.aprobaciones,
    totales: data?.totales,
    error,
    refetch,
    toFirstPage,
    pager: pages > 1 && (
      <Pager
        words={`Página ${formatCount(page)} de ${formatCount(pages)}`}
        page={page}
        loaded={cursors.length}
        more={siguiente !== undefined}
        onPage={(next) => {
          if (next > cursors.length) setCursors([...cursors, siguiente]);
          setPage(next);
        }}
      />
    ),
  };
}
