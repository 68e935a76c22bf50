import { fields608 } from '@timbre/reports';
import { formatTaxId } from '@timbre/values';
import { formatAmount } from '../../lib/format.ts';
import { Chip } from '../../ui/status-chip.tsx';
import type { Column } from '../../ui/table/column.ts';
import text from '../../ui/text.module.css';
import type { Fila } from './api.ts';
import { SourceLink } from './source-link.tsx';
import { dayOf } from './words.ts';

const Party = ({ razonSocial, rnc }: Fila) => (
  <span className={text.cut} title={`${razonSocial}, ${formatTaxId(rnc)}`}>
    {razonSocial || 'Sin nombre'} <span className={text.quiet}>{rnc ? formatTaxId(rnc) : 'Sin RNC'}</span>
  </span>
);

const Ncf = (fila: Fila) => (
  <SourceLink row={fila} className={text.encf}>
    {fila.ncf}
  </SourceLink>
);

const destinos = { detalle: 'En el TXT', resumen: 'En el resumen', 'e-CF': 'Ya reportado' } as const;

/** The report in which a row is included, or that it still lacks an answer. */
const State = ({ pendientes, destino, momento }: Fila) =>
  pendientes.length > 0 ? (
    <Chip tone="warn">{`Faltan ${pendientes.length}`}</Chip>
  ) : destino ? (
    <Chip tone={destino === 'detalle' ? 'info' : 'mute'}>{destinos[destino]}</Chip>
  ) : (
    <Chip tone="ok">{momento === 'pago' ? 'Pago' : 'Completa'}</Chip>
  );

const reasons: Readonly<Record<string, string>> = fields608[2].codes;

/** Why a number was voided: the code and its meaning. */
const Reason = ({ fila: { tipo_anulacion: code = '' } }: Fila) => (
  <span className={text.cut}>{reasons[code] ? `${code} · ${reasons[code]}` : code}</span>
);

/** The columns of the rows of a report. */
export const filaColumns: readonly Column<Fila>[] = [
  { key: 'ncf', header: 'NCF', track: '138px', cell: Ncf },
  { key: 'razonSocial', header: 'RNC y nombre', track: 'minmax(150px, 2fr)', cell: Party },
  {
    key: 'modificado',
    header: 'Modifica',
    track: '132px',
    from: 1_020,
    cell: ({ ncf_modificado }) => ncf_modificado,
  },
  { key: 'fecha', header: 'Fecha', track: '100px', cell: ({ fecha }) => dayOf(fecha) },
  {
    key: 'subtotal',
    header: 'Subtotal',
    track: '108px',
    right: true,
    from: 900,
    cell: ({ subtotal }) => formatAmount(subtotal),
  },
  {
    key: 'itbis',
    header: 'ITBIS',
    track: '108px',
    right: true,
    from: 780,
    cell: ({ itbis }) => formatAmount(itbis),
  },
  { key: 'total', header: 'Total', track: '114px', right: true, cell: ({ montoTotal }) => formatAmount(montoTotal) },
  { key: 'estado', header: 'Estado', track: '156px', cell: State },
];

/** The columns of the voided numbers, which have no amounts. */
export const voidedColumns: readonly Column<Fila>[] = [
  { key: 'ncf', header: 'NCF', track: '160px', cell: Ncf },
  { key: 'fecha', header: 'Fecha', track: '120px', cell: ({ fecha }) => dayOf(fecha) },
  { key: 'motivo', header: 'Tipo de anulación', track: 'minmax(150px, 1fr)', cell: Reason },
];

export const filaKey = ({ id }: Fila): string => id;
export const filaCardHeight = 112;

/** A voided number on a narrow screen. */
export const VoidedCard = (fila: Fila) => (
  <>
    <span className={text.between}>
      <Ncf {...fila} />
      <span className={text.quiet}>{dayOf(fila.fecha)}</span>
    </span>
    <Reason {...fila} />
  </>
);
export const voidedCardHeight = 84;

/** A row on a narrow screen. */
export const FilaCard = (fila: Fila) => (
  <>
    <span className={text.between}>
      <Ncf {...fila} />
      <State {...fila} />
    </span>
    <Party {...fila} />
    <span className={text.between}>
      <span className={text.quiet}>{dayOf(fila.fecha)}</span>
      <b className={text.amount}>RD$ {formatAmount(fila.montoTotal)}</b>
    </span>
  </>
);
