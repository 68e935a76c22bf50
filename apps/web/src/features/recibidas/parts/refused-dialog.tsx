import { useQuery } from '@tanstack/react-query';
import { formatTaxId } from '@timbre/values';
import { formatMoment } from '../../../lib/format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import text from '../../../ui/text.module.css';
import { listRefused } from '../api.ts';
import styles from './recibida-drawer.module.css';

/** The documents that were refused, each with its reason and its sender. */
export function RefusedDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['recibidas-rechazadas'],
    meta: { live: { recibidas: 0 } },
    queryFn: ({ signal }) => listRefused({ signal }),
    staleTime: 0,
  });
  return (
    <Dialog title="Documentos no recibidos" width={720} onClose={onClose}>
      {error && <LoadFailure title="No se pudo leer la lista." error={error} onRetry={refetch} />}
      {data === undefined ? (
        !error && <Skeleton rows={4} label="Cargando los documentos no recibidos" />
      ) : data.length === 0 ? (
        <EmptyState
          title="No hay documentos rechazados"
          detail="Aquí queda lo que alguien envió y no se recibió, con su motivo: firma alterada, otro comprador, estructura con errores."
        />
      ) : (
        <ul className={styles.list}>
          {data.map((one) => (
            <li key={`${one.encF} ${one.origen} ${one.ultima}`}>
              <span>
                <b className={text.encf}>{one.encF || 'Sin eNCF'}</b> · {one.motivo}
              </span>
              <span>{one.detalle}</span>
              <small className={text.quiet}>
                {one.rncEmisor && `Dice ser de ${formatTaxId(one.rncEmisor)} · `}
                {one.via === 'archivo' ? `Archivo ${one.origen}` : `Enviado desde ${one.origen}`} ·{' '}
                {formatMoment(one.ultima)}
                {one.veces > 1 && ` · ${one.veces} veces`}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
