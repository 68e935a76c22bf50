import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { type Casilla, readBoxRows } from '../api.ts';
import { FilaCard, filaCardHeight, filaColumns, filaKey } from '../fila-columns.tsx';
import { savedKey } from '../use-report.ts';

interface Props {
  reporteId: string;
  casilla: Casilla;
  onClose: () => void;
}

const mostRows = 500; // the maximum of one response

/** The receipts behind a box of the IT-1. */
export function BoxDialog({ reporteId, casilla, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: [...savedKey, 'it1', reporteId, casilla.id],
    meta: notLive,
    queryFn: ({ signal }) => readBoxRows({ params: { id: reporteId, casilla: casilla.id }, signal }),
  });
  return (
    <Dialog title={`Casilla ${casilla.id}: ${casilla.nombre}`} width={980} atTop onClose={onClose}>
      <p className={text.quiet}>
        Vale <b className={text.amount}>RD$ {formatAmount(casilla.valor)}</b>
        {data?.filas.length === mostRows &&
          casilla.filas !== mostRows &&
          `. Se muestran los primeros ${mostRows} comprobantes`}
      </p>
      {error && <LoadFailure title="No se pudieron leer los comprobantes." error={error} onRetry={refetch} />}
      {data === undefined ? (
        !error && <Skeleton rows={6} label="Cargando comprobantes" />
      ) : data.filas.length === 0 ? (
        <EmptyState title="Ningún comprobante la alimenta" />
      ) : (
        <VirtualTable
          label={`Comprobantes de la casilla ${casilla.id}`}
          rows={data.filas}
          columns={filaColumns}
          rowKey={filaKey}
          card={FilaCard}
          cardHeight={filaCardHeight}
          maxHeight="60dvh"
        />
      )}
    </Dialog>
  );
}
