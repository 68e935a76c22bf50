import { useInfiniteQuery } from '@tanstack/react-query';
import { notLive } from '../../../lib/live-query.ts';
import { documentName } from '../../../lib/quickbooks.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import text from '../../../ui/text.module.css';
import { type Ejecucion, listFallos } from '../api.ts';
import styles from '../procesar.module.css';
import { processKey } from '../use-process.ts';

/** The documents that a run could not read, with the reasons. */
export function FailuresDialog({ run: { ID: id }, onClose }: { run: Ejecucion; onClose: () => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery({
      queryKey: [...processKey, 'fallos', id],
      meta: notLive,
      queryFn: ({ pageParam, signal }) =>
        listFallos({ params: { id }, query: pageParam ? { despues: pageParam } : {}, signal }),
      initialPageParam: '',
      getNextPageParam: ({ siguiente }) => siguiente,
      staleTime: 0,
    });
  const failures = data?.pages.flatMap(({ fallos }) => fallos);
  return (
    <Dialog title="Documentos que no se pudieron leer" width={640} onClose={onClose}>
      <p className={text.quiet}>
        Corríjalos en QuickBooks y procese las mismas fechas de nuevo: lo que ya se leyó no se repite.
      </p>
      {error && failures === undefined && (
        <LoadFailure title="No se pudieron leer los fallos." error={error} onRetry={refetch} />
      )}
      {failures === undefined ? (
        !error && <Skeleton rows={4} label="Cargando fallos" />
      ) : (
        <ul className={styles.failures}>
          {failures.map(({ entidad, documento, ncf, motivo }) => (
            <li key={`${entidad} ${documento}`}>
              <b>{documentName({ entidad, id: documento })}</b>
              {ncf && <span className={text.encf}>{ncf}</span>}
              <span>{motivo}</span>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <LoadMore loading={isFetchingNextPage} failed={isFetchNextPageError} onLoad={() => fetchNextPage()} />
      )}
    </Dialog>
  );
}
