import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { type FilaDeCasilla, readBoxRows } from '../api.ts';
import { FilaCard, filaCardHeight, filaColumns, filaKey } from '../fila-columns.tsx';
import { savedKey } from '../use-report.ts';

interface Props {
  reporteId: string;
  /** The number of a box, or of a total of the reports. */
  casilla: string;
  onClose: () => void;
}

const mostRows = 500; // the maximum of one response

const shownPart = ({ aporta }: FilaDeCasilla) => (aporta === null ? '—' : formatAmount(aporta));

/** The column *Aporta*, the amount that a receipt adds to the box, stands before its state at every width. */
const columns: readonly Column<FilaDeCasilla>[] = [
  ...filaColumns.slice(0, -1),
  { key: 'aporta', header: 'Aporta', track: '114px', right: true, cell: shownPart },
  ...filaColumns.slice(-1),
];

const BoxCard = (fila: FilaDeCasilla) => (
  <>
    <FilaCard {...fila} />
    <span className={text.between}>
      <span className={text.quiet}>Aporta</span>
      <b className={text.amount}>{fila.aporta === null ? '—' : `RD$ ${formatAmount(fila.aporta)}`}</b>
    </span>
  </>
);

/** The receipts behind a box of the IT-1, and what each of them adds to it. */
export function BoxDialog({ reporteId, casilla, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: [...savedKey, 'it1', reporteId, casilla],
    meta: notLive,
    queryFn: ({ signal }) => readBoxRows({ params: { id: reporteId, casilla }, signal }),
  });
  const box = data?.casilla;
  const title = casilla.startsWith('C') ? (box?.nombre ?? 'Comprobantes') : `Casilla ${casilla}`;
  return (
    <Dialog
      title={box === undefined || casilla.startsWith('C') ? title : `${title}: ${box.nombre}`}
      width={1060}
      atTop
      onClose={onClose}
    >
      {box && (
        <p className={text.quiet}>
          Vale <b className={text.amount}>RD$ {formatAmount(box.valor)}</b>
          {data?.filas.length === mostRows &&
            box.filas !== mostRows &&
            `. Se muestran los primeros ${mostRows} comprobantes`}
        </p>
      )}
      {error && <LoadFailure title="No se pudieron leer los comprobantes." error={error} onRetry={refetch} />}
      {data === undefined ? (
        !error && <Skeleton rows={6} label="Cargando comprobantes" />
      ) : data.filas.length === 0 ? (
        <EmptyState title="Ningún comprobante la alimenta" />
      ) : (
        <VirtualTable
          label={casilla.startsWith('C') ? title : `Comprobantes de la casilla ${casilla}`}
          rows={data.filas}
          columns={columns}
          rowKey={filaKey}
          card={BoxCard}
          cardHeight={filaCardHeight + 24}
          maxHeight="60dvh"
        />
      )}
    </Dialog>
  );
}
