import { Button } from '@mantine/core';
import { estadoNombre, estados } from '@timbre/contract/tables';
import { useState } from 'react';
import { formatAmount, formatCounted } from '../../../lib/format.ts';
import type { Period } from '../../../lib/period.ts';
import { ColumnsMenu } from '../../../ui/columns-menu.tsx';
import { type DataColumn, DataTable, type Order } from '../../../ui/data-table.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { ChoiceChip, FilterChip, TextChip } from '../../../ui/filter-chip.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { PeriodChip } from '../../../ui/period-chip.tsx';
import { SearchBar } from '../../../ui/search-bar.tsx';
import { SelectionBar } from '../../../ui/selection-bar.tsx';
import { useTableLayout } from '../../../ui/table-layout.ts';
import text from '../../../ui/text.module.css';
import type { Piece } from './piece.ts';

const PeriodCalendar = lazyPart(async () => (await import('../../../ui/period-calendar.tsx')).PeriodCalendar);

interface Row {
  readonly eNCF: string;
  readonly comprador: string;
  readonly monto: string;
}

const rows: readonly Row[] = Array.from({ length: 40 }, (_, i) => ({
  eNCF: `E31${String(i + 1).padStart(10, '0')}`,
  comprador: `Comprador ${i + 1}`,
  monto: `${(i + 1) * 1_250}.00`,
}));

const columns: readonly DataColumn<Row>[] = [
  {
    key: 'eNCF',
    header: 'eNCF',
    track: '148px',
    sorts: true,
    always: true,
    cell: ({ eNCF }) => <span className={text.encf}>{eNCF}</span>,
  },
  { key: 'comprador', header: 'Comprador', track: 'minmax(120px, 1fr)', cell: ({ comprador }) => comprador },
  {
    key: 'monto',
    header: 'Monto (RD$)',
    track: '146px',
    right: true,
    sorts: true,
    cell: ({ monto }) => <span className={text.amount}>{formatAmount(monto)}</span>,
  },
];
const keyOf = ({ eNCF }: Row) => eNCF;
const card = ({ eNCF, comprador }: Row) => (
  <>
    <span className={text.encf}>{eNCF}</span>
    <span>{comprador}</span>
  </>
);
const totals = new Map([['monto', formatAmount('1025000.00')]]);

function SampleDataTable() {
  const { layout, change, reset } = useTableLayout('muestra');
  const [order, setOrder] = useState<Order>();
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<number>();
  const [selection] = useState({ nameOf: keyOf });
  const sign = order?.descending ? -1 : 1;
  const ordered = order ? [...rows].sort((a, b) => sign * (parseFloat(a.monto) - parseFloat(b.monto))) : rows;
  return (
    <>
      <span data-piece="ColumnsMenu">
        <ColumnsMenu columns={columns} layout={layout} onLayout={change} onReset={reset} />
      </span>
      <DataTable
        label="Tabla de muestra"
        rows={ordered}
        columns={columns}
        rowKey={keyOf}
        card={card}
        cardHeight={84}
        maxHeight="320px"
        onOpen={(row) => setAt(ordered.indexOf(row))}
        layout={layout}
        onLayout={change}
        order={order}
        onOrder={setOrder}
        selection={{ ...selection, keys, onChange: setKeys }}
        totals={totals}
      />
      <span data-piece="SelectionBar">
        <SelectionBar
          words={formatCounted(keys.size, 'seleccionado')}
          whole={
            keys.size < rows.length
              ? { words: 'Seleccionar los 40', onSelect: () => setKeys(new Set(rows.map(keyOf))) }
              : undefined
          }
          onClear={() => setKeys(new Set())}
        >
          <Button>Descargar</Button>
        </SelectionBar>
      </span>
      {at !== undefined && (
        <Drawer
          title={ordered[at]!.eNCF}
          noun="comprobante"
          onPrevious={at > 0 ? () => setAt(at - 1) : undefined}
          onNext={at < ordered.length - 1 ? () => setAt(at + 1) : undefined}
          onClose={() => setAt(undefined)}
        >
          {ordered[at]!.comprador}
        </Drawer>
      )}
    </>
  );
}

function SampleDrawer() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>Abrir el detalle</Button>
      {opened && (
        <Drawer
          title="E310000000001"
          noun="comprobante"
          onPrevious={undefined}
          onNext={undefined}
          onClose={() => setOpened(false)}
        >
          El detalle de una fila.
        </Drawer>
      )}
    </>
  );
}

const options = estados.map((value) => ({ value, word: estadoNombre[value], label: estadoNombre[value] }));

function SampleChips() {
  const [estado, setEstado] = useState<(typeof estados)[number] | undefined>('rechazado');
  const [eNCF, setENCF] = useState<string | undefined>();
  const [period, setPeriod] = useState<Period>({});
  return (
    <>
      <span data-piece="ChoiceChip">
        <ChoiceChip name="Estado" value={estado} options={options} onChange={setEstado} />
      </span>
      <span data-piece="TextChip">
        <TextChip name="eNCF" value={eNCF} maxLength={13} onChange={setENCF} />
      </span>
      <span data-piece="PeriodChip">
        <PeriodChip name="Emisión" period={period} onChange={setPeriod} />
      </span>
      <FilterChip name="Otro" value={undefined} onClear={() => undefined}>
        {() => 'Cualquier contenido'}
      </FilterChip>
    </>
  );
}

function SamplePager() {
  const [page, setPage] = useState(3);
  const words = `${page * 10 - 9}–${page * 10} de más de 1,000`;
  return <Pager words={words} page={page} loaded={Math.max(10, page)} more onPage={setPage} />;
}

function SamplePeriod() {
  const [period, setPeriod] = useState<Period>({ desde: '2026-11-03', hasta: '2026-11-09' });
  return <PeriodCalendar whole={false} period={period} onChoose={setPeriod} />;
}

/** The pieces of the list screens. */
export const listPieces: Readonly<Record<string, Piece>> = {
  SearchBar: {
    wide: true,
    note: 'En un teléfono los filtros se despliegan.',
    example: (
      <SearchBar label="Buscar en la muestra" search="" onSearch={() => undefined} onClear={() => undefined}>
        <TextChip name="eNCF de muestra" maxLength={13} value={undefined} onChange={() => undefined} />
      </SearchBar>
    ),
  },
  DataTable: {
    wide: true,
    note: 'Se ordena, se selecciona, se abre; las flechas van de celda en celda; Alt y una flecha cambian el ancho.',
    example: <SampleDataTable />,
  },
  Drawer: { note: 'Las flechas van a la fila de arriba y a la de abajo.', example: <SampleDrawer /> },
  FilterChip: { note: 'Un filtro con su valor; la cruz lo quita.', example: <SampleChips /> },
  Pager: {
    wide: true,
    note: 'Los números de las páginas leídas, de cinco en cinco; hacia delante, una a una.',
    example: <SamplePager />,
  },
  PeriodCalendar: { example: <SamplePeriod /> },
};
