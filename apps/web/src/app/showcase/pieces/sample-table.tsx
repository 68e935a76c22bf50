import { IconCode, IconDownload } from '@tabler/icons-react';
import { type Estado, estadoNombre, estados } from '@timbre/contract/tables';
import { formatAmount } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';

interface Row {
  readonly eNCF: string;
  readonly estado: Estado;
  readonly monto: string;
}

const rows: readonly Row[] = estados.map((estado, i) => ({
  eNCF: `E31000000000${i + 1}`,
  estado,
  monto: `${(i + 1) * 83_320}.00`,
}));

const State = ({ estado }: Row) => <StatusChip estado={estado}>{estadoNombre[estado]}</StatusChip>;

const Actions = ({ eNCF }: Row) => (
  <>
    <IconButton icon={IconCode} label={`Ver XML de ${eNCF}`} onClick={() => undefined} />
    <IconButton
      icon={IconDownload}
      label={`Descargar XML de ${eNCF}`}
      reason="Es una muestra"
      onClick={() => undefined}
    />
  </>
);

const columns: readonly Column<Row>[] = [
  { key: 'eNCF', header: 'eNCF', track: '148px', cell: ({ eNCF }) => <span className={text.encf}>{eNCF}</span> },
  {
    key: 'monto',
    header: 'Monto (RD$)',
    track: '136px',
    right: true,
    cell: ({ monto }) => <span className={text.amount}>{formatAmount(monto)}</span>,
  },
  { key: 'estado', header: 'Estado', track: 'minmax(130px, 1fr)', cell: (row) => <State {...row} /> },
  { key: 'acciones', header: 'Acciones', track: '92px', right: true, cell: (row) => <Actions {...row} /> },
];

const card = (row: Row) => (
  <>
    <div className={text.between}>
      <span className={text.encf}>{row.eNCF}</span>
      <State {...row} />
    </div>
    <div className={text.between}>
      <b className={text.amount}>RD$ {formatAmount(row.monto)}</b>
      <Actions {...row} />
    </div>
  </>
);

/** An example table with one document in each state. */
export const SampleTable = () => (
  <VirtualTable
    label="Comprobantes de muestra"
    rows={rows}
    columns={columns}
    rowKey={({ eNCF }) => eNCF}
    card={card}
    cardHeight={104}
  />
);
