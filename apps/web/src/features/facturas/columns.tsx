import { IconBan, IconClipboardCheck, IconCode, IconDownload, IconSend } from '@tabler/icons-react';
import type { facturas } from '@timbre/contract';
import { isAnnullable, isResendable } from '@timbre/contract/tables';
import { buyerOf } from '../../lib/buyer.ts';
import { formatAmount, formatDate, formatWhen } from '../../lib/format.ts';
import { signedAmount } from '../../lib/signed-amount.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import text from '../../ui/text.module.css';
import styles from './facturas-screen.module.css';
import { isOrphan } from './is-orphan.ts';
import { notesWords } from './notes-words.ts';
import { Buyer } from './parts/buyer.tsx';
import { EstadoChip } from './parts/estado-chip.tsx';
import { apartFrom } from './sums.ts';

type Factura = facturas.Factura;

/** Actions on an invoice of the list. */
interface Acts {
  readonly onOpen: (factura: Factura) => void;
  readonly onXml: (factura: Factura) => void;
  readonly onDownload: (factura: Factura) => void;
  readonly onSettle: (factura: Factura) => void;
  readonly onResend: (factura: Factura) => void;
  readonly onAnnul: (factura: Factura) => void;
  /** Why this user may not record verdicts. */
  readonly noEmite: string | undefined;
}

const Quiet = ({ title, children }: { title?: string | undefined; children: string }) => (
  <span className={text.quiet} title={title}>
    {children}
  </span>
);

const OpenButton = ({ factura, onOpen }: { factura: Factura; onOpen: (factura: Factura) => void }) => (
  <button type="button" className={`${text.encf} ${text.encfButton}`} onClick={() => onOpen(factura)}>
    {factura.eNCF}
  </button>
);

/**
 * The state, with the summary of its credit notes, the reason of a rejection and, for an unconfirmed document, the
 * button to record the authority's answer.
 */
const State = ({ factura, onSettle, noEmite }: { factura: Factura } & Pick<Acts, 'onSettle' | 'noEmite'>) => (
  <span className={styles.state} title={factura.mensajeRespuesta ?? undefined}>
    <EstadoChip
      estado={factura.estado}
      anuladaPor={factura.anuladaPor}
      notas={notesWords(factura, factura.montoTotal)}
    />
    {factura.estado === 'sin_confirmar' && (
      <IconButton
        icon={IconClipboardCheck}
        label={`Confirmar ${factura.eNCF} con lo que muestra la DGII`}
        reason={noEmite}
        onClick={() => onSettle(factura)}
      />
    )}
    {factura.estado === 'rechazado' && <span className={text.quiet}>{factura.mensajeRespuesta}</span>}
  </span>
);

const Actions = ({
  factura,
  onXml,
  onDownload,
  onResend,
  onAnnul,
  noEmite,
}: { factura: Factura } & Omit<Acts, 'onOpen' | 'onSettle'>) => (
  <>
    <IconButton icon={IconCode} label={`Ver XML de ${factura.eNCF}`} onClick={() => onXml(factura)} />
    <IconButton icon={IconDownload} label={`Descargar XML de ${factura.eNCF}`} onClick={() => onDownload(factura)} />
    {isResendable(factura.estado) && !isOrphan(factura) && (
      <IconButton
        icon={IconSend}
        label={`Reenviar ${factura.eNCF}`}
        reason={noEmite}
        onClick={() => onResend(factura)}
      />
    )}
    {isAnnullable(factura) && (
      <IconButton icon={IconBan} label={`Anular ${factura.eNCF}`} reason={noEmite} onClick={() => onAnnul(factura)} />
    )}
  </>
);

/** Columns without actions. */
const shown: readonly DataColumn<Factura>[] = [
  {
    key: 'trackID',
    header: 'Track ID',
    track: 'minmax(80px, 1fr)',
    from: 1020,
    cell: ({ trackID }) => <Quiet title={trackID ?? undefined}>{trackID ?? '—'}</Quiet>,
  },
  {
    key: 'monto',
    header: 'Monto total (RD$)',
    track: '146px',
    right: true,
    sorts: true,
    cell: (factura) => <Amount factura={factura} />,
  },
  {
    key: 'emision',
    header: 'Emisión',
    track: '104px',
    right: true,
    from: 720,
    sorts: true,
    cell: ({ fechaEmision, creada }) => (
      <Quiet title={`Registrada ${formatWhen(creada, Date.now())}`}>{formatDate(fechaEmision)}</Quiet>
    ),
  },
  {
    key: 'emisor',
    header: 'Emisor',
    track: 'minmax(110px, 1fr)',
    from: 1280,
    cell: ({ razonSocialEmisor }) => <span title={razonSocialEmisor}>{razonSocialEmisor}</span>,
  },
];

/** The columns of the list. */
export const columnsOf = ({ onOpen, ...acts }: Acts): DataColumn<Factura>[] => [
  {
    key: 'eNCF',
    header: 'eNCF',
    track: '148px',
    sorts: true,
    always: true,
    cell: (factura) => <OpenButton factura={factura} onOpen={onOpen} />,
  },
  {
    key: 'comprador',
    header: 'Comprador',
    track: 'minmax(110px, 2fr)',
    cell: (factura) => <Buyer factura={factura} />,
  },
  {
    key: 'estado',
    header: 'Estado',
    track: 'minmax(130px, 1.4fr)',
    cell: (factura) => <State factura={factura} {...acts} />,
  },
  ...shown,
  {
    key: 'acciones',
    header: 'Acciones',
    track: '128px',
    right: true,
    from: 720,
    always: true,
    cell: (factura) => <Actions factura={factura} {...acts} />,
  },
];

/** The amount with its sign; shown subdued if it is not in the total of sales. */
function Amount({ factura, currency = '' }: { factura: Factura; currency?: string }) {
  const apart = apartFrom(factura);
  return (
    <b className={text.amount} {...(apart && { 'data-apart': true, title: apart })}>
      {currency}
      {formatAmount(signedAmount(factura.eNCF, factura.montoTotal))}
    </b>
  );
}

/** The height of {@link FacturaCard}, in px. */
export const cardHeight = 146;

/** An invoice on a narrow screen. */
export const FacturaCard = ({ factura, onOpen, onDownload, ...acts }: Acts & { factura: Factura }) => (
  <>
    <div className={text.between}>
      <OpenButton factura={factura} onOpen={onOpen} />
      <State factura={{ ...factura, mensajeRespuesta: null, notasDeCredito: null }} {...acts} />
    </div>
    <div className={text.cut}>{buyerOf(factura)}</div>
    <div className={text.between}>
      <Amount factura={factura} currency="RD$ " />
      <span className={text.quiet}>{formatDate(factura.fechaEmision)}</span>
    </div>
    <div className={text.between}>
      <span className={`${text.quiet} ${text.cut}`}>
        {factura.estado === 'rechazado'
          ? factura.mensajeRespuesta
          : (notesWords(factura, factura.montoTotal) ?? factura.trackID ?? 'Sin Track ID')}
      </span>
      <IconButton icon={IconDownload} label={`Descargar XML de ${factura.eNCF}`} onClick={() => onDownload(factura)} />
    </div>
  </>
);
