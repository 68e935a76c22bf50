import { IconPencil, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { formatDay } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import type { Trimestral } from '../api.ts';
import type { Monto } from '../draft.ts';

interface Props {
  trimestres: readonly Trimestral[];
  /** Opens the form of a quarter. It must be a stable reference. */
  onOpen: (trimestre: string) => void;
}

/** The quarters with their rates and the origin of these. Rates included in Timbre cannot be changed. */
export function TasasTable({ trimestres, onOpen }: Props) {
  const drawn = useMemo(() => {
    const action = (row: Trimestral) => <Action row={row} onOpen={onOpen} />;
    return { columns: columnsOf(action), card: (row: Trimestral) => <Card row={row} action={action} /> };
  }, [onOpen]);
  return (
    <VirtualTable
      label="Tasas por trimestre"
      rows={trimestres}
      columns={drawn.columns}
      rowKey={({ trimestre }) => trimestre}
      card={drawn.card}
      cardHeight={({ tasas }) => (tasas === null ? 88 : tasas.oficial ? 118 : 160)}
      maxHeight="none"
    />
  );
}

type Draw = (row: Trimestral) => ReactNode;

function Action({ row: { trimestre, nombre, tasas }, onOpen }: { row: Trimestral } & Pick<Props, 'onOpen'>) {
  if (tasas?.oficial) return null;
  return tasas === null ? (
    <IconButton icon={IconPlus} label={`Cargar las tasas de ${nombre}`} onClick={() => onOpen(trimestre)} />
  ) : (
    <IconButton icon={IconPencil} label={`Corregir las tasas de ${nombre}`} onClick={() => onOpen(trimestre)} />
  );
}

/** The origin of the rates. */
const Origin = ({ row: { tasas, actual } }: { row: Trimestral }) =>
  tasas === null ? (
    <Chip tone={actual ? 'warn' : 'mute'}>Sin cargar</Chip>
  ) : tasas.oficial ? (
    <Chip tone="mute">De Timbre</Chip>
  ) : (
    <Chip tone="ok">Cargadas</Chip>
  );

/** `Octubre-diciembre de 2026`. */
const nameOf = ({ nombre }: Trimestral): string => nombre.charAt(0).toUpperCase() + nombre.slice(1);

const amount = (monto: Monto) =>
  function Amount({ tasas }: Trimestral) {
    return <span className={text.amount}>{tasas?.[monto] ?? '—'}</span>;
  };

/** `root, 26/11/2026`; empty for rates included in Timbre. */
const authorOf = ({ tasas }: Trimestral): string =>
  tasas?.por && tasas.modificada ? `${tasas.por}, ${formatDay(tasas.modificada)}` : '';

const columnsOf = (action: Draw): Column<Trimestral>[] => [
  {
    key: 'trimestre',
    header: 'Trimestre',
    track: 'minmax(220px, 1.2fr)',
    cell: (row) => <span className={text.cut}>{row.actual ? <b>{nameOf(row)}</b> : nameOf(row)}</span>,
  },
  { key: 'alcohol', header: 'Alcohol', track: 'minmax(80px, 0.5fr)', right: true, cell: amount('alcohol') },
  { key: 'veinte', header: 'De 20', track: 'minmax(72px, 0.5fr)', right: true, cell: amount('cigarrillos20') },
  { key: 'diez', header: 'De 10', track: 'minmax(72px, 0.5fr)', right: true, cell: amount('cigarrillos10') },
  {
    key: 'resolucion',
    header: 'Resolución',
    track: 'minmax(200px, 2fr)',
    from: 860,
    cell: ({ tasas }) => (
      <span className={text.cut} title={tasas?.resolucion}>
        {tasas?.resolucion ?? '—'}
      </span>
    ),
  },
  {
    key: 'autor',
    header: 'Cargadas por',
    track: 'minmax(170px, 1fr)',
    from: 1000,
    cell: (row) => <span className={`${text.quiet} ${text.cut}`}>{authorOf(row) || '—'}</span>,
  },
  { key: 'origen', header: 'Origen', track: '122px', cell: (row) => <Origin row={row} /> },
  { key: 'acciones', header: 'Acciones', track: '84px', right: true, cell: action },
];

const Card = ({ row, action }: { row: Trimestral; action: Draw }) => {
  const { tasas } = row;
  return (
    <>
      <div className={text.between}>
        <b>{nameOf(row)}</b>
        <span>{action(row)}</span>
      </div>
      <div className={text.between}>
        {tasas === null ? (
          <span className={text.quiet}>{row.actual ? 'Trimestre en curso' : 'Sin tasas'}</span>
        ) : (
          <span className={text.amount}>Alcohol {tasas.alcohol}</span>
        )}
        <Origin row={row} />
      </div>
      {tasas && (
        <>
          <div className={text.amount}>
            Cajetilla de 20, {tasas.cigarrillos20} · de 10, {tasas.cigarrillos10}
          </div>
          <div className={`${text.quiet} ${text.cut}`}>{tasas.resolucion}</div>
          <div className={`${text.quiet} ${text.cut}`}>{authorOf(row)}</div>
        </>
      )}
    </>
  );
};
