import { IconBraces, IconClipboardCheck, IconFileText, IconSend, IconSignature, IconTrash } from '@tabler/icons-react';
import type { importacion } from '@timbre/contract';
import { formatTaxId } from '@timbre/values';
import { useMemo } from 'react';
import { formatAmount, formatDate } from '../../../lib/format.ts';
import type { Authority } from '../../../lib/import-state.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import rowActions from '../../../ui/row-actions.module.css';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { DocumentState, type FilaFilter, type OfImport, type RowActions, useFilas } from '../../importacion/shared.ts';
import { type Fila, failedWords, sendRefusal, signRefusal } from '../receipts.ts';
import styles from '../simulacion.module.css';
import { failures } from '../words.ts';

/** The actions on one receipt. */
export interface ReceiptActions extends RowActions {
  json: (documento: Fila) => void;
  remove: (documento: Fila) => void;
}

interface RowProps {
  actions: ReceiptActions;
  authority: Authority;
  /** Why nothing can be done now. */
  lock: string | undefined;
  /** Why a receipt could not be sent, by its id. */
  reasons: Readonly<Record<string, string>>;
  /** The receipts being signed, sent or deleted. */
  busyIds: readonly string[];
}

interface Props extends RowProps {
  of: OfImport;
  importacion: importacion.Importacion;
}

/** The receipts and, under them, the summaries of the consumer invoices. */
export function ReceiptsTable({ of, importacion: { cuentas }, authority, ...row }: Props) {
  const { simulated, authenticated, noEmite } = authority;
  const same = useMemo(() => ({ simulated, authenticated, noEmite }), [simulated, authenticated, noEmite]);
  const total = (rfce: boolean) => cuentas.reduce((sum, { esRFCE, cuenta }) => sum + (esRFCE === rfce ? cuenta : 0), 0);
  return (
    <>
      <Table
        label="Comprobantes procesados"
        of={of}
        filter={ofReceipts}
        total={total(false)}
        authority={same}
        {...row}
      />
      {total(true) > 0 && (
        <>
          <h3 className={styles.subtitle}>Resúmenes de facturas de consumo (RFCE)</h3>
          <Table label="RFCE" of={of} filter={ofSummaries} total={total(true)} authority={same} {...row} />
        </>
      )}
    </>
  );
}

const ofReceipts: FilaFilter = { rfce: false };
const ofSummaries: FilaFilter = { rfce: true };

interface TableProps extends RowProps {
  label: string;
  of: OfImport;
  filter: FilaFilter;
  total: number;
}

function Table({ label, of, filter, total, actions, authority, lock, reasons, busyIds }: TableProps) {
  const { rows, onSight } = useFilas(of, filter, total);
  const row = useMemo(
    () => ({ actions, authority, lock, reasons, busyIds }),
    [actions, authority, lock, reasons, busyIds],
  );
  const columns = useMemo(() => columnsOf(row), [row]);
  const drawCard = useMemo(() => (documento: Fila) => <ReceiptCard documento={documento} row={row} />, [row]);
  return (
    <VirtualTable
      label={label}
      rows={rows}
      columns={columns}
      rowKey={keyOf}
      card={drawCard}
      cardHeight={168}
      onOpen={actions.view}
      onSight={onSight}
    />
  );
}

const keyOf = ({ id }: Fila): string => id;

function State({ documento, reasons }: { documento: Fila; reasons: RowProps['reasons'] }) {
  const reason = reasons[documento.id];
  const failed = failedWords(documento, reason);
  return (
    <span title={failed && reason && failures.document(reason)}>
      <DocumentState documento={documento} failed={failed} />
    </span>
  );
}

/** An RNC, or the text that there is none. */
const rncOf = (rnc: string | null): string => (rnc ? formatTaxId(rnc) : 'No aplica');

const NumberButton = ({ documento, actions }: { documento: Fila; actions: ReceiptActions }) => (
  <button type="button" className={`${text.encf} ${text.encfButton}`} onClick={() => actions.view(documento)}>
    {documento.eNCF}
  </button>
);

const columnsOf = (row: RowProps): Column<Fila>[] => [
  { key: 'tipo', header: 'Tipo', track: '52px', cell: ({ tipo }) => <span className={text.quiet}>{tipo}</span> },
  {
    key: 'eNCF',
    header: 'eNCF',
    track: '136px',
    cell: (documento) => <NumberButton documento={documento} actions={row.actions} />,
  },
  {
    key: 'rncEmisor',
    header: 'RNC emisor',
    track: 'minmax(112px, 1fr)',
    from: 880,
    cell: ({ rncEmisor }) => <span className={text.quiet}>{formatTaxId(rncEmisor)}</span>,
  },
  {
    key: 'rncComprador',
    header: 'RNC comprador',
    track: 'minmax(116px, 1fr)',
    from: 740,
    cell: (documento) => (
      <span className={text.quiet} title={documento.razonSocialComprador ?? undefined}>
        {rncOf(documento.rncComprador)}
      </span>
    ),
  },
  {
    key: 'total',
    header: 'Total (RD$)',
    track: '120px',
    right: true,
    cell: ({ monto }) => <span className={text.amount}>{formatAmount(monto)}</span>,
  },
  {
    key: 'estado',
    header: 'Estado DGII',
    track: 'minmax(130px, 1.2fr)',
    cell: (documento) => <State documento={documento} reasons={row.reasons} />,
  },
  {
    key: 'acciones',
    header: 'Acciones',
    track: '186px',
    right: true,
    cell: (documento) => <Actions documento={documento} row={row} />,
  },
];

interface OneProps {
  documento: Fila;
  row: RowProps;
}

function Actions({ documento, row: { actions, authority, lock, busyIds } }: OneProps) {
  const { eNCF, esRFCE } = documento;
  const rests = lock ?? (busyIds.includes(documento.id) ? 'Este comprobante está en proceso' : undefined);
  return (
    <span className={rowActions.actions}>
      <IconButton icon={IconFileText} label={`Ver XML de ${eNCF}`} onClick={() => actions.view(documento)} />
      <IconButton icon={IconBraces} label={`Ver JSON de ${eNCF}`} onClick={() => actions.json(documento)} />
      {documento.estado === 'sin_confirmar' ? (
        <IconButton
          icon={IconClipboardCheck}
          label={`Confirmar ${eNCF} con lo que muestra la DGII`}
          reason={rests}
          onClick={() => actions.settle(documento)}
        />
      ) : (
        <IconButton
          icon={IconSignature}
          label={`Firmar ${eNCF}`}
          reason={signRefusal(documento) ?? rests}
          onClick={() => actions.sign(documento)}
        />
      )}
      <IconButton
        icon={IconSend}
        label={`Enviar ${eNCF}`}
        reason={sendRefusal(documento, authority) ?? rests}
        onClick={() => actions.send(documento)}
      />
      <IconButton
        icon={IconTrash}
        label={`Eliminar ${eNCF}`}
        reason={esRFCE ? 'El resumen se elimina con su factura' : rests}
        onClick={() => actions.remove(documento)}
      />
    </span>
  );
}

const ReceiptCard = ({ documento, row }: OneProps) => (
  <>
    <div className={text.between}>
      <NumberButton documento={documento} actions={row.actions} />
      <State documento={documento} reasons={row.reasons} />
    </div>
    <div className={`${text.quiet} ${text.cut}`}>
      Tipo {documento.tipo} · Emisor {formatTaxId(documento.rncEmisor)}
    </div>
    <div className={`${text.quiet} ${text.cut}`}>Comprador {rncOf(documento.rncComprador)}</div>
    <div className={text.between}>
      <b className={text.amount}>RD$ {formatAmount(documento.monto)}</b>
      <span className={text.quiet}>{formatDate(documento.fecha)}</span>
    </div>
    <Actions documento={documento} row={row} />
  </>
);
