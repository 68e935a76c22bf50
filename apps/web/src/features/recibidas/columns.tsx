import { IconCode, IconDownload, IconReceipt } from '@tabler/icons-react';
import { formatTaxId } from '@timbre/values';
import { formatAmount, formatDate, isoDay } from '../../lib/format.ts';
import { signedAmount } from '../../lib/signed-amount.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Chip } from '../../ui/status-chip.tsx';
import text from '../../ui/text.module.css';
import type { Recibida } from './api.ts';
import { answerOf, confirmedWords, dgiiWords } from './words.ts';

/** Actions on a document of the list. */
interface Acts {
  readonly onOpen: (recibida: Recibida) => void;
  readonly onXml: (recibida: Recibida) => void;
  readonly onPdf: (recibida: Recibida) => void;
  readonly onAcuse: (recibida: Recibida) => void;
}

const OpenButton = ({ recibida, onOpen }: { recibida: Recibida } & Pick<Acts, 'onOpen'>) => (
  <button type="button" className={`${text.encf} ${text.encfButton}`} onClick={() => onOpen(recibida)}>
    {recibida.encF}
  </button>
);

/** The company's answer. For an unconfirmed document without one, the reason why no answer is expected. */
const Answer = ({ recibida }: { recibida: Recibida }) => {
  const { confirmada, respuesta, estadoDGII } = recibida;
  const open = estadoDGII === 'rechazado' ? dgiiWords.rechazado : confirmedWords(recibida);
  const { tone, words } = confirmada || respuesta !== null ? answerOf(recibida, isoDay(Date.now())) : open;
  return <Chip tone={tone}>{words}</Chip>;
};

const Acciones = ({ recibida, onXml, onPdf, onAcuse }: { recibida: Recibida } & Acts) => (
  <>
    <IconButton icon={IconCode} label={`Ver XML de ${recibida.encF}`} onClick={() => onXml(recibida)} />
    <IconButton icon={IconDownload} label={`Descargar PDF de ${recibida.encF}`} onClick={() => onPdf(recibida)} />
    <IconButton
      icon={IconReceipt}
      label={`Descargar acuse de ${recibida.encF}`}
      reason={recibida.tieneAcuse ? undefined : 'No hay acuse disponible para esta factura.'}
      onClick={() => onAcuse(recibida)}
    />
  </>
);

/** The columns of the list. */
export const columnsOf = (acts: Acts): DataColumn<Recibida>[] => [
  {
    key: 'encF',
    header: 'eNCF',
    track: '148px',
    always: true,
    cell: (recibida) => <OpenButton recibida={recibida} onOpen={acts.onOpen} />,
  },
  {
    key: 'emisor',
    header: 'Emisor',
    track: 'minmax(140px, 2fr)',
    cell: ({ razonSocialEmisor, rncEmisor }) => (
      <span className={text.cut} title={`${razonSocialEmisor}, ${formatTaxId(rncEmisor)}`}>
        {razonSocialEmisor} <span className={text.quiet}>{formatTaxId(rncEmisor)}</span>
      </span>
    ),
  },
  {
    key: 'respuesta',
    header: 'Aprobación comercial',
    track: 'minmax(150px, 1.4fr)',
    cell: (recibida) => <Answer recibida={recibida} />,
  },
  {
    key: 'monto',
    header: 'Monto total (RD$)',
    track: '146px',
    right: true,
    sorts: true,
    cell: ({ encF, montoTotal }) => <b className={text.amount}>{formatAmount(signedAmount(encF, montoTotal))}</b>,
  },
  {
    key: 'emision',
    header: 'Emisión',
    track: '104px',
    right: true,
    from: 720,
    sorts: true,
    cell: ({ fechaEmision }) => <span className={text.quiet}>{formatDate(fechaEmision)}</span>,
  },
  {
    key: 'acciones',
    header: 'Acciones',
    track: '124px',
    right: true,
    from: 720,
    always: true,
    cell: (recibida) => <Acciones recibida={recibida} {...acts} />,
  },
];

/** The height of {@link RecibidaCard}, in px. */
export const cardHeight = 132;

/** A received invoice on a narrow screen. */
export const RecibidaCard = ({ recibida, ...acts }: { recibida: Recibida } & Acts) => (
  <>
    <div className={text.between}>
      <OpenButton recibida={recibida} onOpen={acts.onOpen} />
      <b className={text.amount}>RD$ {formatAmount(signedAmount(recibida.encF, recibida.montoTotal))}</b>
    </div>
    <div className={text.cut}>{recibida.razonSocialEmisor}</div>
    <div className={text.between}>
      <Answer recibida={recibida} />
      <span className={text.quiet}>{formatDate(recibida.fechaEmision)}</span>
    </div>
  </>
);
