import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  IconBraces,
  IconClipboardCheck,
  IconDownload,
  IconPencil,
  IconSearch,
  IconSend,
  IconSignature,
} from '@tabler/icons-react';
import type { ErrorDeDocumento, ResumenDocumento } from '@timbre/contract';
import { type Estado, estadoNombre, estados } from '@timbre/contract/tables';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatAmount, formatCount, formatDate } from '../../../lib/format.ts';
import { isCompany } from '../../../lib/matching.ts';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import { type Column, VirtualTable } from '../../../ui/virtual-table.tsx';
import { buyerOf } from '../../documentos/buyer.ts';
import { type Authority, canSend, canSign, isSent } from '../progress.ts';
import { canEdit, type Shown } from '../rehearsal.ts';
import styles from './document-tables.module.css';

/** The actions on one document. */
export interface RowActions {
  sign: (documento: ResumenDocumento) => void;
  send: (documento: ResumenDocumento) => void;
  edit: (documento: ResumenDocumento, fault?: ErrorDeDocumento) => void;
  answer: (documento: ResumenDocumento) => void;
  settle: (documento: ResumenDocumento) => void;
  view: (documento: ResumenDocumento) => void;
  download: (documento: ResumenDocumento) => void;
}

interface Props {
  documentos: readonly ResumenDocumento[];
  authority: Authority;
  actions: RowActions;
}

/** The table of e-CF and, under it, the table of the summaries of consumer invoices. */
export function DocumentTables({ documentos, authority: { simulated, authenticated, noEmite }, actions }: Props) {
  const authority = useMemo(() => ({ simulated, authenticated, noEmite }), [simulated, authenticated, noEmite]);
  const [typed, setTyped] = useState('');
  const [estado, setEstado] = useState<Estado | ''>('');
  const wanted = useDeferredValue(typed.trim().toLowerCase());

  const found = useMemo(
    () =>
      documentos.filter(
        (documento) =>
          (estado === '' || documento.estado === estado) &&
          (wanted === '' ||
            [documento.eNCF, documento.trackId].some((value) => value?.toLowerCase().includes(wanted)) ||
            isCompany(wanted, documento.razonSocialComprador ?? '', documento.rncComprador ?? '')),
      ),
    [documentos, wanted, estado],
  );
  const ecf = useMemo(() => found.filter(({ esRFCE }) => !esRFCE), [found]);
  const rfce = useMemo(() => found.filter(({ esRFCE }) => esRFCE), [found]);
  const columns = useMemo(() => columnsOf(actions, authority), [actions, authority]);
  const present = useMemo(() => estados.filter((one) => documentos.some((d) => d.estado === one)), [documentos]);
  const drawCard = useMemo(
    () => (documento: ResumenDocumento) => (
      <DocumentCard documento={documento} actions={actions} authority={authority} />
    ),
    [actions, authority],
  );

  const table = (label: string, rows: readonly ResumenDocumento[]) => (
    <VirtualTable
      label={label}
      rows={rows}
      columns={columns}
      rowKey={keyOf}
      card={drawCard}
      cardHeight={152}
      onOpen={actions.view}
    />
  );
  const filtered = found.length !== documentos.length;

  return (
    <>
      <section className={card.card} aria-label="Comprobantes">
        <div className={styles.filters}>
          <TextInput
            type="search"
            className={styles.search}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            aria-label="Buscar eNCF, Track ID, comprador o RNC"
            placeholder="Buscar eNCF, Track ID, comprador o RNC…"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
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
            {filtered ? `${formatCount(found.length)} de ${formatCount(documentos.length)}` : ''}
          </span>
        </div>
        {ecf.length > 0 ? (
          table('e-CF', ecf)
        ) : (
          <EmptyState title="Ningún e-CF coincide con la búsqueda">
            <Button
              onClick={() => {
                setTyped('');
                setEstado('');
              }}
            >
              Limpiar filtros
            </Button>
          </EmptyState>
        )}
      </section>
      {rfce.length > 0 && (
        <section className={card.card} aria-labelledby="titulo-rfce">
          <div className={styles.head}>
            <h2 id="titulo-rfce" className={card.title}>
              Resúmenes de facturas de consumo (RFCE)
            </h2>
            <span className={text.quiet}>De las E32 menores de RD$250,000 solo se envía el resumen</span>
          </div>
          {table('RFCE', rfce)}
        </section>
      )}
    </>
  );
}

const keyOf = ({ id }: ResumenDocumento): string => id;

/** `Firmado · espera a E310000000034` while a note waits until its invoice is accepted. */
const State = ({ documento: { estado, esperaA, real } }: { documento: Shown }) => (
  <span className={styles.state}>
    {real && <small className={styles.rehearsed}>ENSAYO</small>}
    <StatusChip estado={estado}>
      {estado === 'firmado' && esperaA !== null ? `Firmado · espera a ${esperaA}` : estadoNombre[estado]}
    </StatusChip>
  </span>
);

const columnsOf = (actions: RowActions, authority: Authority): Column<ResumenDocumento>[] => [
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
    key: 'monto',
    header: 'Monto (RD$)',
    track: '136px',
    right: true,
    cell: ({ monto }) => <span className={text.amount}>{formatAmount(monto)}</span>,
  },
  {
    key: 'estado',
    header: 'Estado',
    track: 'minmax(130px, 1.6fr)',
    cell: (documento) => <State documento={documento} />,
  },
  {
    key: 'trackId',
    header: 'Track ID',
    track: 'minmax(90px, 1fr)',
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
  documento: ResumenDocumento;
  actions: RowActions;
  authority: Authority;
}

function Actions({ documento, actions, authority }: ActionsProps) {
  const { eNCF } = documento;
  const { noEmite } = authority;
  const sent = isSent(documento) ? 'Esta factura ya ha sido enviada' : undefined;
  const unsigned = canSend(documento, authority.simulated) ? undefined : 'La factura debe estar firmada para enviarla';
  return (
    <span className={styles.actions}>
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
      <State documento={documento} />
    </div>
    <div className={`${text.quiet} ${text.cut}`}>{buyerOf(documento)}</div>
    <div className={text.between}>
      <b className={text.amount}>RD$ {formatAmount(documento.monto)}</b>
      <span className={text.quiet}>{formatDate(documento.fecha)}</span>
    </div>
    <Actions documento={documento} actions={actions} authority={authority} />
  </>
);
