import { IconPencil } from '@tabler/icons-react';
import { formatTaxId } from '@timbre/values';
import { useMemo } from 'react';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RowSelect } from '../../../ui/row-select.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { ambientes } from '../ambientes.ts';
import type { Cliente } from '../api.ts';
import { ClientNotices } from '../shared.tsx';

interface Actions {
  onEdit: (cliente: Cliente) => void;
  onAmbiente: (cliente: Cliente, ambiente: string) => void;
}

/** The companies. The environment is changed in the row, everything else in the edit form. Pass stable actions. */
export function ClientTable({ clientes, onEdit, onAmbiente }: Actions & { clientes: readonly Cliente[] }) {
  const { columns, drawCard } = useMemo(() => {
    const actions = { onEdit, onAmbiente };
    return {
      columns: columnsOf(actions),
      drawCard: (cliente: Cliente) => <ClientCard cliente={cliente} {...actions} />,
    };
  }, [onEdit, onAmbiente]);
  return (
    <VirtualTable
      label="Clientes"
      rows={clientes}
      columns={columns}
      rowKey={({ id }) => id}
      card={drawCard}
      cardHeight={136}
      onOpen={onEdit}
    />
  );
}

const AmbienteSelect = ({ cliente, onAmbiente }: { cliente: Cliente } & Pick<Actions, 'onAmbiente'>) => (
  <RowSelect
    label={`Ambiente de ${cliente.razonSocial}`}
    value={cliente.ambiente}
    options={ambientes}
    onChange={(ambiente) => onAmbiente(cliente, ambiente)}
  />
);

const EditButton = ({ cliente, onEdit }: { cliente: Cliente } & Pick<Actions, 'onEdit'>) => (
  <IconButton icon={IconPencil} label={`Editar ${cliente.razonSocial}`} onClick={() => onEdit(cliente)} />
);

/** The name, with the notices of the company. */
const Name = ({ cliente }: { cliente: Cliente }) => (
  <span className={text.between}>
    <span className={text.cut} title={cliente.razonSocial}>
      {cliente.razonSocial}
    </span>
    <ClientNotices cliente={cliente} />
  </span>
);

const columnsOf = ({ onEdit, onAmbiente }: Actions): Column<Cliente>[] => [
  {
    key: 'rnc',
    header: 'RNC',
    track: '116px',
    cell: ({ rnc }) => <span className={text.encf}>{formatTaxId(rnc)}</span>,
  },
  {
    key: 'razonSocial',
    header: 'Razón Social',
    track: 'minmax(120px, 1fr)',
    cell: (cliente) => <Name cliente={cliente} />,
  },
  {
    key: 'ambiente',
    header: 'Ambiente',
    track: '132px',
    cell: (cliente) => <AmbienteSelect cliente={cliente} onAmbiente={onAmbiente} />,
  },
  {
    key: 'facturasEmitidas',
    header: 'Facturas Emitidas',
    track: '122px',
    right: true,
    cell: ({ facturasEmitidas }) => <span className={text.amount}>{formatCount(facturasEmitidas)}</span>,
  },
  {
    key: 'acciones',
    header: 'Acciones',
    track: '68px',
    right: true,
    cell: (cliente) => <EditButton cliente={cliente} onEdit={onEdit} />,
  },
];

const ClientCard = ({ cliente, onEdit, onAmbiente }: Actions & { cliente: Cliente }) => (
  <>
    <div className={text.between}>
      <b className={text.cut}>{cliente.razonSocial}</b>
      <ClientNotices cliente={cliente} />
      <EditButton cliente={cliente} onEdit={onEdit} />
    </div>
    <div className={text.encf}>{formatTaxId(cliente.rnc)}</div>
    <div className={text.between}>
      <AmbienteSelect cliente={cliente} onAmbiente={onAmbiente} />
      <span className={text.quiet}>
        {formatCounted(cliente.facturasEmitidas, 'factura emitida', 'facturas emitidas')}
      </span>
    </div>
  </>
);
