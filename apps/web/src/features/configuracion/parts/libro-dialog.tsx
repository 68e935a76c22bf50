import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ambienteVisible } from '@timbre/contract/tables';
import { formatCount, formatMoment } from '../../../lib/format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import form from '../../../ui/form.module.css';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { libroDeNumeros, type NumeroDelLibro, ofNumbers, type Secuencia } from '../api.ts';
import styles from '../configuracion.module.css';
import { estadoDeNumero } from '../secuencias.ts';

/** The ledger of a range: the outcome of each number that was taken from it, and the reason. Highest number first. */
export function LibroDialog({ secuencia, onClose }: { secuencia: Secuencia; onClose: () => void }) {
  const { id, tipo, ambiente, desde, hasta } = secuencia;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['secuencias', id, 'numeros'],
    meta: ofNumbers,
    queryFn: ({ pageParam, signal }) =>
      libroDeNumeros({ params: { id }, query: pageParam === undefined ? {} : { antesDe: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ numeros, hayMas }) => (hayMas ? String(numeros.at(-1)?.numero) : undefined),
  });
  const more = () => void (hasNextPage && !isFetchingNextPage && fetchNextPage());
  const numeros = data?.pages.flatMap((page) => page.numeros);

  return (
    <Dialog title={`Números de E${tipo}`} width={1080} onClose={onClose}>
      <div className={styles.dialog}>
        <p className={styles.note}>
          Del {formatCount(desde)} al {formatCount(hasta)}, ambiente {ambienteVisible[ambiente]}. Cada número usado, con
          su estado y el motivo.
        </p>
        {error ? (
          <LoadFailure title="No se pudieron cargar los números" error={error} onRetry={refetch} />
        ) : numeros === undefined ? (
          <Skeleton rows={6} />
        ) : numeros.length === 0 ? (
          <EmptyState
            title="Todavía no se ha usado ningún número de este rango"
            detail="Aquí verá cada número que se emita y lo que la DGII respondió."
          />
        ) : (
          <VirtualTable
            label={`Números de E${tipo}`}
            rows={numeros}
            columns={columns}
            rowKey={rowKey}
            card={drawCard}
            cardHeight={116}
            maxHeight="60vh"
            onEnd={more}
          />
        )}
        {hasNextPage && (
          <div className={form.actions}>
            <Button loading={isFetchingNextPage} onClick={more}>
              Cargar más
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

const rowKey = ({ eNCF, en, estado }: NumeroDelLibro): string => `${eNCF}${estado}${en}`;

const State = ({ estado }: { estado: NumeroDelLibro['estado'] }) => (
  <Chip tone={estadoDeNumero[estado].tone}>{estadoDeNumero[estado].nombre}</Chip>
);

/** The number, with a link to its document if there is one. */
const Numero = ({ numero: { eNCF, documentoId } }: { numero: NumeroDelLibro }) =>
  documentoId === null ? (
    <span className={text.encf}>{eNCF}</span>
  ) : (
    <Link to="/facturas" search={{ eNCF, todas: true }} className={`${text.encf} ${text.link}`}>
      {eNCF}
    </Link>
  );

const columns: Column<NumeroDelLibro>[] = [
  { key: 'eNCF', header: 'Número', track: '148px', cell: (numero) => <Numero numero={numero} /> },
  { key: 'estado', header: 'Estado', track: '196px', cell: ({ estado }) => <State estado={estado} /> },
  {
    key: 'motivo',
    header: 'Motivo',
    track: 'minmax(160px, 1fr)',
    cell: ({ motivo }) => <span title={motivo}>{motivo}</span>,
  },
  {
    key: 'en',
    header: 'Fecha y hora',
    track: '164px',
    right: true,
    from: 700,
    cell: ({ en }) => <span className={text.quiet}>{formatMoment(en)}</span>,
  },
];

const drawCard = (numero: NumeroDelLibro) => (
  <>
    <div className={text.between}>
      <Numero numero={numero} />
      <State estado={numero.estado} />
    </div>
    <div className={text.cut} title={numero.motivo}>
      {numero.motivo}
    </div>
    <span className={text.quiet}>{formatMoment(numero.en)}</span>
  </>
);
