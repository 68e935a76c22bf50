import { IconArrowDownRight, IconArrowUpRight, IconCheck, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { formatTaxId } from '@timbre/values';
import type { ReactNode } from 'react';
import { badges } from '../../lib/badges.ts';
import { formatAmount, formatCount, formatDate, formatDay } from '../../lib/format.ts';
import { Chip } from '../../ui/status-chip.tsx';
import type { Column } from '../../ui/table/column.ts';
import text from '../../ui/text.module.css';
import styles from './contador.module.css';
import { type Cliente, daysTo, type NombreDeReporte, reportes } from './filters.ts';
import {
  avisoEnPalabras,
  cambioDeVentas,
  cuandoEs,
  estadoEnPalabras,
  nombreDeReporte,
  problemasEnPalabras,
} from './words.ts';

/** A heading of a group, or a company. */
export type Line =
  | { readonly kind: 'grupo'; readonly key: string; readonly title: ReactNode }
  | { readonly kind: 'cliente'; readonly key: string; readonly cliente: Cliente };

export interface Acts {
  /** Opens the company. */
  readonly onOpen: (cliente: Cliente) => void;
  /** Shows what can be done about a company that has not consented. */
  readonly onWaiting: (cliente: Cliente) => void;
}

type Cifras = NonNullable<Cliente['cifras']>;

/** The state of a report: an icon and a word; only what asks for work is a chip. */
function Estado({ cifras, reporte }: { cifras: Cifras; reporte: NombreDeReporte }) {
  const state = cifras.reportes[reporte];
  const words = estadoEnPalabras(state, reporte, cifras);
  if (state.estado === 'por_responder') return <Chip tone="warn">{words}</Chip>;
  if (state.estado === 'no_aplica') return <span className={styles.calm}>{words}</span>;
  const Icon = { presentado: IconCheck, listo: IconCircleCheck, sin_empezar: IconCircle, espera: IconCircle }[
    state.estado
  ];
  const filed = state.presentado === null ? undefined : `Presentado el ${formatDate(isoToFecha(state.presentado))}`;
  return (
    <span className={styles.state} data-state={state.estado} title={filed}>
      <Icon size={15} stroke={1.9} aria-hidden="true" />
      {words}
    </span>
  );
}

const isoToFecha = (iso: string): string => iso.split('-').reverse().join('-');

const Problemas = ({ cifras }: { cifras: Cifras }) => {
  const [first, ...more] = problemasEnPalabras(cifras);
  if (first === undefined) return <>—</>;
  return (
    <span className={styles.chips}>
      <Chip tone={first.tone}>{first.words}</Chip>
      {more.length > 0 && <span title={more.map(({ words }) => words).join(', ')}>+{more.length}</span>}
    </span>
  );
};

const Avisos = ({ cifras }: { cifras: Cifras }) => {
  const [first, ...more] = cifras.avisos;
  if (first === undefined) return <>—</>;
  const rest = more.map(avisoEnPalabras).join(', ');
  return (
    <span
      className={styles.aviso}
      data-urgent={first.urgente}
      title={[avisoEnPalabras(first), rest].filter(Boolean).join(', ')}
    >
      {avisoEnPalabras(first)}
      {more.length > 0 && ` +${more.length}`}
    </span>
  );
};

function Ventas({ cifras, antes }: { cifras: Cifras; antes: string }) {
  const change = cambioDeVentas(cifras);
  const Icon =
    change?.direction === 'up' ? IconArrowUpRight : change?.direction === 'down' ? IconArrowDownRight : undefined;
  const spoken = { up: 'subió', down: 'bajó', same: '' };
  return (
    <span className={styles.two}>
      <span className={text.amount}>{formatAmount(cifras.ventas)}</span>
      <small className={styles.change} data-steep={change?.isSteep} title={`Contra ${antes}`}>
        {change === undefined ? (
          '—'
        ) : (
          <>
            <span className={text.hidden}>{spoken[change.direction]}</span>
            {Icon && <Icon size={13} className={styles.arrow} aria-hidden="true" />} {change.words}
          </>
        )}
      </small>
    </span>
  );
}

function Recibidas({ cifras, hoy }: { cifras: Cifras; hoy: string }) {
  if (cifras.recibidas === 0) return <>—</>;
  const left = cifras.responderAntesDe === null ? undefined : daysTo(hoy, cifras.responderAntesDe);
  return (
    <span className={styles.two}>
      <span className={text.amount}>{formatCount(cifras.recibidas)}</span>
      {left !== undefined && (
        <small className={styles.change} data-steep={left <= 3}>
          {cuandoEs(left)}
        </small>
      )}
    </span>
  );
}

/** The name of a company, which opens it. */
const Nombre = ({ cliente, acts }: { cliente: Cliente; acts: Acts }) => (
  <span className={styles.two}>
    <span className={styles.name}>
      <button
        type="button"
        className={styles.open}
        title={cliente.nombre}
        onClick={() => (cliente.estado === 'activa' ? acts.onOpen(cliente) : acts.onWaiting(cliente))}
      >
        {cliente.nombre}
      </button>
      {cliente.ambiente !== null && cliente.ambiente !== 'ecf' && (
        <span className={styles.badge}>{badges[cliente.ambiente]}</span>
      )}
    </span>
    <small className={text.quiet}>{formatTaxId(cliente.rnc)}</small>
  </span>
);

const waitingWords = (cliente: Cliente): string =>
  cliente.estado === 'pendiente'
    ? `Esperando permiso de la empresa${cliente.pedida === null ? '' : `, desde el ${formatDay(cliente.pedida)}`}`
    : 'No se pudieron leer sus cifras';

/** A cell of the companies whose figures are there. */
const of = (draw: (cifras: Cifras) => ReactNode) => (line: Line) =>
  line.kind === 'cliente' && line.cliente.cifras !== null ? draw(line.cliente.cifras) : null;

/** The columns of the list. @param mes the month of the sales, and the one before it */
export function columnsOf(acts: Acts, hoy: string, mes: { readonly antes: string }): readonly Column<Line>[] {
  const report = (reporte: NombreDeReporte): Column<Line> => ({
    key: reporte,
    header: nombreDeReporte[reporte],
    track: 'minmax(144px, 1fr)',
    cell: of((cifras) => <Estado cifras={cifras} reporte={reporte} />),
  });
  return [
    {
      key: 'empresa',
      header: 'Empresa',
      track: 'minmax(190px, 1.5fr)',
      cell: (line) => (line.kind === 'cliente' ? <Nombre cliente={line.cliente} acts={acts} /> : null),
    },
    {
      ...report('606'),
      cell: (line) => {
        if (line.kind !== 'cliente') return null;
        const { cifras } = line.cliente;
        return cifras === null ? (
          <span className={styles.waiting}>{waitingWords(line.cliente)}</span>
        ) : (
          <Estado cifras={cifras} reporte="606" />
        );
      },
    },
    report('607'),
    report('IT1'),
    {
      key: 'problemas',
      header: 'e-CF con problema',
      track: 'minmax(146px, 0.9fr)',
      cell: of((cifras) => <Problemas cifras={cifras} />),
    },
    {
      key: 'recibidas',
      header: 'Recibidas',
      track: '80px',
      right: true,
      from: 960,
      cell: of((cifras) => <Recibidas cifras={cifras} hoy={hoy} />),
    },
    {
      key: 'avisos',
      header: 'Avisos',
      track: 'minmax(140px, 1fr)',
      from: 1080,
      cell: of((cifras) => <Avisos cifras={cifras} />),
    },
    {
      key: 'ventas',
      header: 'Ventas (RD$)',
      track: '118px',
      right: true,
      from: 860,
      cell: of((cifras) => <Ventas cifras={cifras} antes={mes.antes} />),
    },
  ];
}

/** Height of a card. */
export const cardHeight = (line: Line): number => (line.kind === 'cliente' && line.cliente.cifras !== null ? 196 : 104);

/** A company on a narrow screen. */
export function ClienteCard({
  cliente,
  acts,
  hoy,
  mes,
  responsable,
}: {
  cliente: Cliente;
  acts: Acts;
  hoy: string;
  mes: { readonly nombre: string };
  responsable: string | undefined;
}) {
  const { cifras } = cliente;
  if (cifras === null)
    return (
      <>
        <Nombre cliente={cliente} acts={acts} />
        <p className={styles.calm}>{waitingWords(cliente)}</p>
      </>
    );
  const [aviso] = cifras.avisos;
  const chips = [
    ...problemasEnPalabras(cifras),
    ...(aviso ? [{ tone: aviso.urgente ? ('warn' as const) : ('mute' as const), words: avisoEnPalabras(aviso) }] : []),
    ...(cifras.recibidas > 0
      ? [
          {
            tone:
              cifras.responderAntesDe !== null && daysTo(hoy, cifras.responderAntesDe) <= 3
                ? ('warn' as const)
                : ('mute' as const),
            words: `${formatCount(cifras.recibidas)} recibidas sin respuesta`,
          },
        ]
      : []),
  ];
  const change = cambioDeVentas(cifras);
  return (
    <>
      <div className={text.between}>
        <Nombre cliente={cliente} acts={acts} />
        {responsable && <small className={text.quiet}>{responsable}</small>}
      </div>
      <dl className={styles.cells}>
        {reportes.map((reporte) => (
          <div key={reporte}>
            <dt>{nombreDeReporte[reporte]}</dt>
            <dd data-state={cifras.reportes[reporte].estado}>
              {estadoEnPalabras(cifras.reportes[reporte], reporte, cifras).replace('responder', 'resp.')}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.chips}>
        {chips.slice(0, 2).map(({ tone, words }) => (
          <Chip key={words} tone={tone}>
            {words}
          </Chip>
        ))}
        {chips.length > 2 && <small>+{chips.length - 2}</small>}
      </div>
      <div className={text.between}>
        <span className={styles.calm}>Ventas de {mes.nombre}</span>
        <span className={text.amount}>
          {formatAmount(cifras.ventas)}{' '}
          {change && (
            <small className={styles.change} data-steep={change.isSteep}>
              {change.direction === 'up' ? '↗' : change.direction === 'down' ? '↘' : ''} {change.words}
            </small>
          )}
        </span>
      </div>
    </>
  );
}
