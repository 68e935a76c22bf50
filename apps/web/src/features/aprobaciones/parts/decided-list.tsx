import { useInfiniteQuery } from '@tanstack/react-query';
import { displayAmbiente } from '@timbre/contract/tables';
import { formatTaxId } from '@timbre/values';
import { formatMoment } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { type Decidida, listDecididas } from '../api.ts';
import styles from './decided-list.module.css';

/** The history of decisions: the decision, who took it, when and why; the latest first. */
export function DecidedList() {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError, isFetching, refetch } =
    useInfiniteQuery({
      queryKey: ['solicitudes', 'decididas'],
      meta: notLive,
      queryFn: ({ pageParam, signal }) => listDecididas({ query: pageParam ? { cursor: pageParam } : {}, signal }),
      initialPageParam: '',
      getNextPageParam: ({ siguiente }) => siguiente,
      staleTime: 0,
    });
  const decided = data?.pages.flatMap(({ solicitudes }) => solicitudes);
  if (decided === undefined)
    return error ? (
      <LoadFailure title="Error al obtener las solicitudes." error={error} onRetry={refetch} />
    ) : (
      <Skeleton rows={4} />
    );
  if (decided.length === 0)
    return (
      <EmptyState
        title="Todavía no se ha decidido ninguna solicitud"
        detail="Aquí quedará cada una, con quién la decidió, cuándo y el motivo de las rechazadas."
      />
    );
  return (
    <section className={card.card} aria-label="Solicitudes decididas" aria-busy={isFetching}>
      <ol className={styles.decided}>
        {decided.map((solicitud) => (
          <li key={solicitud.id}>
            <Row solicitud={solicitud} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className={styles.more}>
          <LoadMore loading={isFetchingNextPage} failed={isFetchNextPageError} onLoad={() => fetchNextPage()} />
        </div>
      )}
    </section>
  );
}

function Row({ solicitud }: { solicitud: Decidida }) {
  const { razonSocial, rncEmisor, solicitadoPor, fecha, decision, motivo, decididaPor, decidida } = solicitud;
  return (
    <>
      <div className={styles.who}>
        <b>{razonSocial}</b>
        <p>
          <Facts of={[formatTaxId(rncEmisor), askedFor(solicitud)]} />
        </p>
        <p>
          <Facts of={[`La pidió ${solicitadoPor}`, formatMoment(fecha)]} />
        </p>
      </div>
      <div className={styles.decision}>
        <Chip tone={decision === 'aprobada' ? 'ok' : 'bad'}>{decision === 'aprobada' ? 'Aprobada' : 'Rechazada'}</Chip>
        {motivo && <p className={styles.reason}>{motivo}</p>}
        <p>
          <Facts of={[decididaPor, formatMoment(decidida)]} />
        </p>
      </div>
    </>
  );
}

const askedFor = ({ tipo, ambienteActual, nuevoAmbiente }: Decidida): string =>
  tipo === 'registro' ? 'Empresa nueva' : `De ${displayAmbiente(ambienteActual)} a ${displayAmbiente(nuevoAmbiente)}`;
