import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import styles from './data-table.module.css';
import type { Column, ColumnHead } from './table/column.ts';
import { ColumnHeading, widthOf } from './table/column-heading.tsx';
import { selectedAfter } from './table/selecting.ts';
import { columnWidth, type TableLayout } from './table-layout.ts';
import { VirtualTable } from './virtual-table.tsx';

/** A column of a {@link DataTable}. */
export interface DataColumn<Row> extends Column<Row> {
  /** The rows can be ordered by it. */
  readonly sorts?: boolean;
  /** It cannot be hidden. */
  readonly always?: boolean;
}

/** An order of the rows: a column, ascending or descending. */
export interface Order {
  readonly by: string;
  readonly descending: boolean;
}

/** The selected rows by their keys, and the callback for changes. */
interface Selection<Row> {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  /** Names a row for a screen reader: `E310000000001`. */
  readonly nameOf: (row: Row) => string;
}

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  /** Must be a stable reference, as must every function below. */
  columns: readonly DataColumn<Row>[];
  rowKey: (row: Row) => string;
  card: (row: Row) => ReactNode;
  cardHeight: number;
  onOpen: (row: Row) => void;
  onEnd?: (() => void) | undefined;
  maxHeight?: string;
  /** From {@link useTableLayout}; the toolbar's {@link ColumnsMenu} changes it too. */
  layout: TableLayout;
  onLayout: (layout: Partial<TableLayout>) => void;
  /** Undefined: the server's default order. */
  order: Order | undefined;
  onOrder: (order: Order | undefined) => void;
  selection?: Selection<Row>;
  totals?: ReadonlyMap<string, ReactNode> | undefined;
}

const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});

/**
 * The table of a list screen. The rows can be ordered, selected and opened, the columns resized and hidden, and the
 * keys move from cell to cell. The server orders and filters: the table shows the rows that it receives. On a phone
 * each row is a card.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, rows, columns, rowKey, card, cardHeight, onOpen, onEnd, maxHeight } = props;
  const { layout, onLayout, order, onOrder, selection, totals } = props;

  const definitions = useMemo(
    () =>
      columns.map(({ key, always = false, sorts = false }) => ({
        id: key,
        accessorFn: (row: Row) => row,
        enableHiding: !always,
        enableSorting: sorts,
        minSize: columnWidth.narrowest,
        maxSize: columnWidth.widest,
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    manualSorting: true,
    enableMultiSort: false,
    columnResizeMode: 'onChange',
    state: {
      columnSizing: layout.columnSizing,
      columnVisibility: layout.columnVisibility,
      sorting: order ? [{ id: order.by, desc: order.descending }] : [],
    },
    onColumnSizingChange: (change) => onLayout({ columnSizing: functionalUpdate(change, layout.columnSizing) }),
    onColumnVisibilityChange: (change) =>
      onLayout({ columnVisibility: functionalUpdate(change, layout.columnVisibility) }),
    onSortingChange: (change) => {
      const [first] = functionalUpdate(change, order ? [{ id: order.by, desc: order.descending }] : []);
      onOrder(first && { by: first.id, descending: first.desc });
    },
  });

  const resize = (key: string, px: number) =>
    table.setColumnSizing((sizes) => ({
      ...sizes,
      [key]: Math.min(Math.max(px, columnWidth.narrowest), columnWidth.widest),
    }));
  const heads = new Map<string, ColumnHead>(
    table.getLeafHeaders().map((header) => {
      const { id } = header.column;
      const { header: name = '', right = false, sorts = false } = columns.find(({ key }) => key === id) ?? {};
      const sorted = header.column.getIsSorted();
      const head = {
        ...(sorts && { sort: sortNames[sorted || 'none'] }),
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          const by = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key];
          if (event.altKey && by !== undefined) {
            event.preventDefault();
            resize(id, widthOf(event.currentTarget) + by);
          }
        },
        content: (
          <ColumnHeading
            name={name}
            right={right}
            sorted={sorts ? sorted : undefined}
            onSort={() => header.column.toggleSorting()}
            onResize={(px) => resize(id, px)}
            onDrag={header.getResizeHandler()}
          />
        ),
      };
      return [id, head];
    }),
  );

  const selected = selection?.keys;
  const nameOf = selection?.nameOf;
  /** The row that was selected last. With Shift, the rows between it and the next one are selected. */
  const chosen = useRef<string>(undefined);
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);
  const choose = useRef((_key: string, _through: boolean) => {});
  choose.current = (key, through) => {
    if (!selection) return;
    const from = through && chosen.current !== undefined ? keys.indexOf(chosen.current) : -1;
    selection.onChange(selectedAfter(keys, selection.keys, keys.indexOf(key), from < 0 ? undefined : from));
    chosen.current = key;
  };
  const all = selected !== undefined && keys.length > 0 && keys.every((key) => selected.has(key));
  const chooseAll = () =>
    selection?.onChange(
      new Set(all ? [...selection.keys].filter((key) => !keys.includes(key)) : [...selection.keys, ...keys]),
    );

  const boxOf = useMemo(
    () =>
      nameOf &&
      ((row: Row) => {
        const key = rowKey(row);
        return (
          <label className={styles.pick}>
            <input
              type="checkbox"
              className={styles.box}
              aria-label={`Seleccionar ${nameOf(row)}`}
              checked={selected?.has(key) ?? false}
              onChange={(event) => choose.current(key, isWithShift(event))}
            />
          </label>
        );
      }),
    [nameOf, rowKey, selected],
  );
  const shown = useMemo<Column<Row>[]>(() => {
    const visible = columns
      .filter(({ key }) => layout.columnVisibility[key] !== false)
      .map((column) => {
        const size = layout.columnSizing[column.key];
        return size === undefined ? column : { ...column, track: `${size}px` };
      });
    return boxOf ? [{ key: selectKey, header: '', track: '40px', cell: boxOf }, ...visible] : visible;
  }, [columns, layout, boxOf]);
  const drawCard = useMemo(
    () =>
      boxOf
        ? (row: Row) => (
            <div className={styles.picked}>
              {boxOf(row)}
              <div>{card(row)}</div>
            </div>
          )
        : card,
    [boxOf, card],
  );

  if (selection)
    heads.set(selectKey, {
      content: (
        <label className={styles.pick}>
          <input
            type="checkbox"
            className={styles.box}
            aria-label="Seleccionar las filas cargadas"
            checked={all}
            ref={(box) => {
              if (box) box.indeterminate = !all && selection.keys.size > 0;
            }}
            onChange={chooseAll}
          />
        </label>
      ),
    });

  return (
    <VirtualTable<Row>
      label={label}
      rows={rows}
      columns={shown}
      rowKey={rowKey}
      card={drawCard}
      cardHeight={cardHeight}
      onOpen={onOpen}
      onEnd={onEnd}
      {...(maxHeight && { maxHeight })}
      heads={heads}
      totals={totals}
      grid
      selected={selected}
      onSelect={selection && ((row, through) => choose.current(rowKey(row), through))}
      onSelectAll={selection && chooseAll}
    />
  );
}

/** Whether Shift is held during the click, or during the key press that the browser converts to a click. */
const isWithShift = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;

const selectKey = 'seleccion';
/** How far Alt and an arrow key move the edge of a column, in px. */
const keyStep = 16;
const sortNames = { asc: 'ascending', desc: 'descending', none: 'none' } as const;
