import { Button, NativeSelect } from '@mantine/core';
import { IconBraces, IconClipboardCheck, IconDownload, IconPencil, IconSend, IconSignature } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ErrorDeDocumento, importacion } from '@timbre/contract';
import { type Estado, estadoNombre, estados } from '@timbre/contract/tables';
import { useMemo, useState } from 'react';
import { buyerOf } from '../../../lib/buyer.ts';
import { formatAmount, formatCount, formatDate } from '../../../lib/format.ts';
import { type Authority, canSend, canSign, isSent, orphanWords } from '../../../lib/import-state.ts';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import rowActions from '../../../ui/row-actions.module.css';
import { SearchField } from '../../../ui/search-field.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import type { DocumentoRef } from '../../documentos/shared.ts';
import { canEdit } from '../progress.ts';
import { type FilaFilter, matchesQuery, type OfImport } from '../queries.ts';
import { useFilas } from '../use-filas.ts';
import { DocumentState } from './document-state.tsx';
import styles from './document-tables.module.css';

type Fila = importacion.FilaDeImportacion;

/** The actions on one document. */
export interface RowActions {
  sign: (documento: Fila) => void;
  send: (documento: Fila) => void;
  /** Without a document, opens the first one with errors. */
  edit: (documento?: Fila, fault?: ErrorDeDocumento) => void;
  answer: (documento: Fila) => void;
  settle: (documento: Fila) => void;
  view: (documento: Fila) => void;
  download: (documento: DocumentoRef) => void;
}

interface Props {
  of: OfImport;
  cuentas: importacion.Importacion['cuentas'];
  authority: Authority;
  actions: RowActions;
}

/** The table of e-CF and, under it, the table of the summaries of consumer invoices. */
export function DocumentTables({ of, cuentas, authority: { simulated, authenticated, noEmite }, actions }: Props) {
  const authority = useMemo(() => ({ simulated, authenticated, noEmite }), [simulated, authenticated, noEmite]);
  const [buscar, setBuscar] = useState('');
  const [estado, setEstado] = useState<Estado | ''>('');
  const ecf = useMatches(of, false, buscar, estado, cuentas);
  const rfce = useMatches(of, true, buscar, estado, cuentas);
  const present = estados.filter((one) => cuentas.some((counted) => counted.estado === one));
  const all = cuentas.reduce((sum, { cuenta }) => sum + cuenta, 0);
  const matches = ecf.total + rfce.total;

  return (
    <>
      <section className={card.card} aria-label="Comprobantes">
        <div className={styles.filters}>
          <SearchField
            className={styles.search}
            label="Buscar eNCF, Track ID, comprador o RNC"
            maxLength={100}
            value={buscar}
            onChange={setBuscar}
          />
          <NativeSelect
            aria-label="Estado"
            value={estado}
            onChange={(event) => setEstado(event.currentTarget.value as Estado | '')}
            data={[
              { value: '', label: 'Estado: todos' },
              ...present.map((one) => ({ value: one, label: estadoNombre[one] })),
            ]}
          />
          <span className={styles.count} role="status">
            {matches !== all ? `${formatCount(matches)} de ${formatCount(all)}` : ''}
          </span>
        </div>
        {ecf.total > 0 ? (
          <DocumentTable label="e-CF" of={of} {...ecf} authority={authority} actions={actions} />
        ) : (
          <EmptyState title="Ningún e-CF coincide con la búsqueda">
            <Button
              onClick={() => {
                setBuscar('');
                setEstado('');
              }}
            >
              Limpiar filtros
            </Button>
          </EmptyState>
        )}
      </section>
      {rfce.total > 0 && (
        <section className={card.card} aria-labelledby="titulo-rfce">
          <div className={styles.head}>
            <h2 id="titulo-rfce" className={card.title}>
              Resúmenes de facturas de consumo (RFCE)
            </h2>
            <span className={text.quiet}>De las E32 menores de RD$250,000 solo se envía el resumen</span>
          </div>
          <DocumentTable label="RFCE" of={of} {...rfce} authority={authority} actions={actions} />
        </section>
      )}
    </>
  );
}

/**
 * The filter of a table and the number of matches: counted from the totals by state or, for a search, by the server.
 */
function useMatches(
  of: OfImport,
  rfce: boolean,
  buscar: string,
  estado: Estado | '',
  cuentas: Props['cuentas'],
): { readonly filter: FilaFilter; readonly total: number } {
  const filter = useMemo(
    () => ({ rfce, ...(buscar !== '' && { buscar }), ...(estado !== '' && { estado }) }),
    [rfce, buscar, estado],
  );
  const counted = cuentas
    .filter((one) => one.esRFCE === rfce && (estado === '' || one.estado === estado))
    .reduce((sum, { cuenta }) => sum + cuenta, 0);
  const { data: matches = counted } = useQuery({ ...matchesQuery(of, filter), placeholderData: keepPreviousData });
  return { filter, total: buscar === '' ? counted : matches };
}

interface TableProps extends Pick<Props, 'of' | 'authority' | 'actions'> {
  label: string;
  filter: FilaFilter;
  total: number;
}

function DocumentTable({ label, of, filter, total, authority, actions }: TableProps) {
  const { rows, onSight } = useFilas(of, filter, total);
  const columns = useMemo(() => columnsOf(actions, authority), [actions, authority]);
  const drawCard = useMemo(
    () => (documento: Fila) => <DocumentCard documento={documento} actions={actions} authority={authority} />,
    [actions, authority],
  );
  return (
    <VirtualTable
      label={label}
      rows={rows}
      columns={columns}
      rowKey={keyOf}
      card={drawCard}
      cardHeight={152}
      onOpen={actions.view}
      onSight={onSight}
    />
  );
}

const keyOf = ({ id }: Fila): string => id;

const columnsOf = (actions: RowActions, authority: Authority): Column<Fila>[] => [
  { key: 'tipo', header: 'Tipo', track: '56px', cell: ({ tipo }) => <span className={text.quiet}>{tipo}</span> },
  {
    key: 'eNCF',
    header: 'eNCF',
    track: '136px',
    cell: (documento) => (
      <button type="button" className={`${text.encf} ${text.encfButton}`} onClick={() => actions.view(documento)}>
        {documento.eNCF}
      </button>
    ),
  },
  {
    key: 'fecha',
    header: 'Fecha',
    track: '108px',
    from: 760,
    cell: ({ fecha }) => <span className={text.quiet}>{formatDate(fecha)}</span>,
  },
  {
    key: 'comprador',
    header: 'Comprador',
    track: 'minmax(130px, 2.2fr)',
    from: 960,
    cell: (documento) => <span title={buyerOf(documento)}>{buyerOf(documento)}</span>,
  },
  {
    key: 'monto',
    header: 'Monto (RD$)',
    track: '120px',
    right: true,
    cell: ({ monto }) => <span className={text.amount}>{formatAmount(monto)}</span>,
  },
  {
    key: 'estado',
    header: 'Estado',
    track: 'minmax(146px, 1.2fr)',
    cell: (documento) => <DocumentState documento={documento} />,
  },
  {
    key: 'trackId',
    header: 'Track ID',
    track: 'minmax(72px, 0.6fr)',
    from: 900,
    cell: ({ trackId }) => (
      <span className={text.quiet} title={trackId ?? undefined}>
        {trackId ?? '—'}
      </span>
    ),
  },
  {
    key: 'acciones',
    header: 'Acciones',
    track: '186px',
    right: true,
    cell: (documento) => <Actions documento={documento} actions={actions} authority={authority} />,
  },
];

interface ActionsProps {
  documento: Fila;
  actions: RowActions;
  authority: Authority;
}

function Actions({ documento, actions, authority }: ActionsProps) {
  const { eNCF } = documento;
  const { noEmite } = authority;
  const sent = isSent(documento) ? 'Esta factura ya ha sido enviada' : undefined;
  const unsigned = canSend(documento, authority.simulated)
    ? undefined
    : (orphanWords(documento) ?? 'La factura debe estar firmada para enviarla');
  return (
    <span className={rowActions.actions}>
      {documento.estado === 'sin_confirmar' ? (
        <IconButton
          icon={IconClipboardCheck}
          label={`Confirmar ${eNCF} con lo que muestra la DGII`}
          reason={noEmite}
          onClick={() => actions.settle(documento)}
        />
      ) : (
        <IconButton
          icon={IconSignature}
          label={`Firmar ${eNCF}`}
          reason={
            noEmite ??
            (canSign(documento)
              ? undefined
              : (sent ??
                (documento.estado === 'firmado'
                  ? 'Esta factura ya está firmada'
                  : documento.detenido
                    ? 'Espera a que se corrija su factura o su resumen, o la empresa vuelva a su ambiente'
                    : 'Corrija sus errores antes de firmarla')))
          }
          onClick={() => actions.sign(documento)}
        />
      )}
      <IconButton
        icon={IconSend}
        label={`Enviar ${eNCF}`}
        reason={noEmite ?? sent ?? unsigned ?? (authority.authenticated ? undefined : 'Debe autenticarse primero')}
        onClick={() => actions.send(documento)}
      />
      <IconButton
        icon={IconPencil}
        label={`Editar XML de ${eNCF}`}
        reason={
          noEmite ?? (canEdit(documento) ? undefined : (sent ?? 'El resumen se deriva de su factura: edite la factura'))
        }
        onClick={() => actions.edit(documento)}
      />
      <IconButton icon={IconDownload} label={`Descargar XML de ${eNCF}`} onClick={() => actions.download(documento)} />
      <IconButton icon={IconBraces} label={`Respuesta JSON de ${eNCF}`} onClick={() => actions.answer(documento)} />
    </span>
  );
}

const DocumentCard = ({ documento, actions, authority }: ActionsProps) => (
  <>
    <div className={text.between}>
      <button type="button" className={`${text.encf} ${text.encfButton}`} onClick={() => actions.view(documento)}>
        {documento.eNCF}
      </button>
      <DocumentState documento={documento} />
    </div>
    <div className={`${text.quiet} ${text.cut}`}>{buyerOf(documento)}</div>
    <div className={text.between}>
      <b className={text.amount}>RD$ {formatAmount(documento.monto)}</b>
      <span className={text.quiet}>{formatDate(documento.fecha)}</span>
    </div>
    <Actions documento={documento} actions={actions} authority={authority} />
  </>
);
