import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { featureConstants } from '@timbre/contract/tables';
import { Suspense, useState } from 'react';
import { formatCount, formatCounted, formatMoment } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import { type Ejecucion, listHistory } from '../api.ts';
import styles from '../procesar.module.css';
import { processKey } from '../use-process.ts';
import { daysText, tones } from '../words.ts';

const FailuresDialog = lazyPart(async () => (await import('./failures-dialog.tsx')).FailuresDialog, 'dialog');

/** The runs of the company, newest first. */
export function History({ rnc }: { rnc: string }) {
  const [failed, setFailed] = useState<Ejecucion>();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery({
      queryKey: [...processKey, 'historial', rnc],
      meta: notLive,
      queryFn: ({ pageParam, signal }) =>
        listHistory({ params: { rnc }, query: pageParam ? { despues: pageParam } : {}, signal }),
      initialPageParam: '',
      getNextPageParam: ({ siguiente }) => siguiente,
      staleTime: 0,
    });
  const runs = data?.pages.flatMap(({ historial }) => historial);
  return (
    <Panel title="Historial de ejecuciones">
      {error && runs === undefined && (
        <LoadFailure title="No se pudo leer el historial." error={error} onRetry={refetch} />
      )}
      {runs === undefined ? (
        !error && <Skeleton rows={4} label="Cargando historial" />
      ) : runs.length === 0 ? (
        <EmptyState
          title="Aún no hay ejecuciones"
          detail="Cada proceso queda aquí, con lo que leyó y lo que no pudo leer."
        />
      ) : (
        <ul className={styles.history}>
          {runs.map((run) => (
            <li key={run.ID}>
              <div>
                <b>{featureConstants.procesar.alcances.find(({ tipo }) => tipo === run.TipoReporte)?.nombre}</b>
                <span className={text.quiet}>{daysText(run)}</span>
              </div>
              <div>
                <span>{formatMoment(run.FechaEjecucion)}</span>
                <span className={text.quiet}>{run.usuario}</span>
              </div>
              <div>
                <span className={text.amount}>
                  {run.TotalRegistros === null
                    ? formatCounted(run.RegistrosProcesados, 'registro')
                    : `${formatCount(run.RegistrosProcesados)} de ${formatCounted(run.TotalRegistros, 'registro')}`}
                </span>
                {(run.Estado === 'Error' || run.avisos.length > 0) && <span className={text.quiet}>{run.mensaje}</span>}
              </div>
              <Chip tone={tones[run.Estado]} moving={run.Estado === 'En Proceso'}>
                {run.Estado}
              </Chip>
              {run.fallos > 0 && (
                <Button size="compact-sm" onClick={() => setFailed(run)}>
                  {`Ver ${formatCounted(run.fallos, 'fallo')}`}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className={`${card.stack} ${styles.more}`}>
          <LoadMore loading={isFetchingNextPage} failed={isFetchNextPageError} onLoad={() => fetchNextPage()} />
        </div>
      )}
      <Suspense>{failed && <FailuresDialog run={failed} onClose={() => setFailed(undefined)} />}</Suspense>
    </Panel>
  );
}
