import { type Account, filterAccounts, type IndexedCatalogue } from '@timbre/reports';
import { type ReactNode, useMemo, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import styles from '../mapeo.module.css';

interface Props {
  index: IndexedCatalogue;
  /** The assignment of each account, by its id. */
  assigned: ReadonlyMap<string, string>;
  assignedHeader: string;
  /** Renders the assignment if it can be changed; a stable reference. */
  draw?: (cuenta: Account, assigned: string | undefined) => ReactNode;
  /** Actions on the matching accounts. */
  actions?: (cuentas: readonly Account[]) => ReactNode;
}

interface Row {
  readonly cuenta: Account;
  readonly assigned: string | undefined;
  readonly draw: Props['draw'];
}

const Assigned = ({ cuenta, assigned, draw }: Row) =>
  draw ? draw(cuenta, assigned) : <span className={text.cut}>{assigned}</span>;

const Name = ({ cuenta }: Row) => (
  <span className={text.cut} title={cuenta.description || cuenta.name}>
    {cuenta.name}
  </span>
);

const rowKey = ({ cuenta }: Row) => cuenta.id;
const cardHeight = 96;

/** The catalogue, searched by number, name or type: `X de Y cuentas`. */
export function CatalogueTable({ index, assigned, assignedHeader, draw, actions }: Props) {
  const [search, setSearch] = useState('');
  const cuentas = useMemo(() => filterAccounts(index, search), [index, search]);
  const rows = useMemo(
    () => cuentas.map((cuenta): Row => ({ cuenta, assigned: assigned.get(cuenta.id), draw })),
    [cuentas, assigned, draw],
  );
  const columns = useMemo<readonly Column<Row>[]>(
    () => [
      { key: 'numero', header: 'Número', track: '104px', cell: ({ cuenta }) => cuenta.accountNumber },
      { key: 'nombre', header: 'Nombre', track: 'minmax(130px, 2fr)', cell: Name },
      { key: 'tipo', header: 'Tipo', track: 'minmax(90px, 1fr)', from: 560, cell: ({ cuenta }) => cuenta.type },
      {
        key: 'asignado',
        header: assignedHeader,
        track: draw ? 'minmax(220px, 2fr)' : 'minmax(110px, 1fr)',
        cell: Assigned,
      },
    ],
    [assignedHeader, draw],
  );
  return (
    <Panel title="Catálogo de cuentas" note={`${formatCount(cuentas.length)} de ${formatCount(index.length)} cuentas`}>
      <div className={styles.search}>
        <SearchField label="Buscar por número, nombre o tipo" maxLength={80} value={search} onChange={setSearch} />
        {actions?.(cuentas)}
      </div>
      {rows.length > 0 ? (
        <VirtualTable
          label="Cuentas"
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          cardHeight={cardHeight}
          card={drawCard}
        />
      ) : (
        <EmptyState
          title={index.length === 0 ? 'Todavía no hay cuentas' : 'Ninguna cuenta coincide'}
          detail={
            index.length === 0
              ? 'No se encontró catálogo de cuentas. Por favor cargue un archivo Excel.'
              : 'Busque otro número, nombre o tipo.'
          }
        />
      )}
    </Panel>
  );
}

const drawCard = (row: Row) => (
  <div className={styles.card}>
    <b>{row.cuenta.name}</b>
    <span>
      {row.cuenta.accountNumber} · {row.cuenta.type || 'Sin tipo'}
    </span>
    <Assigned {...row} />
  </div>
);
