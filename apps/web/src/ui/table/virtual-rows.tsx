import { memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from '../virtual-table.module.css';
import type { Column } from './column.ts';

interface Place<Row> {
  row: Row | undefined;
  index: number;
  top: number;
  height: number;
  /** Undefined if rows cannot be selected. */
  isSelected: boolean | undefined;
}

interface TableRowProps<Row> extends Place<Row> {
  columns: readonly Column<Row>[];
  tracks: string;
  onOpen: ((row: Row) => void) | undefined;
  /** Its cells can take the focus. */
  grid: boolean;
  /** The column of the cell with the keyboard focus, if it is in this row. */
  active: number | undefined;
}

/** Renders again only when its row, its position, the columns or the focused cell change. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, top, height, isSelected, columns, tracks, onOpen, grid, active } = props;
  const element = useRef<HTMLDivElement>(null);
  // The Tab key reaches the buttons of the row with the keyboard focus, and skips those of the other rows.
  useLayoutEffect(() => {
    if (!grid) return;
    for (const each of element.current!.querySelectorAll<HTMLElement>('button, a, input'))
      each.tabIndex = active === undefined ? -1 : 0;
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <table> cannot have virtual rows
    // biome-ignore lint/a11y/useFocusableInteractive: its cells or buttons are focusable
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button in the row does the same
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      aria-selected={isSelected}
      className={styles.row}
      data-opens={onOpen !== undefined && row !== undefined}
      aria-busy={row === undefined}
      style={{ gridTemplateColumns: tracks, height, transform: `translateY(${top}px)` }}
      onClick={(event) => {
        if (row !== undefined && !(event.target as Element).closest(controls) && getSelection()?.isCollapsed)
          onOpen?.(row);
      }}
    >
      {columns.map(({ key, right, cell }, column) => (
        <span
          key={key}
          role={grid ? 'gridcell' : 'cell'}
          data-right={right}
          data-cell={grid ? `${index}:${column}` : undefined}
          tabIndex={grid ? (active === column ? 0 : -1) : undefined}
        >
          {row === undefined ? <Waiting /> : cell(row)}
        </span>
      ))}
    </div>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

/** Elements of a row that have an action of their own. */
const controls = 'button, a, input, label';

/** Placeholder of a value that is not loaded yet. */
const Waiting = () => <span className={styles.waiting} aria-hidden="true" />;

/** A heading over the rows after it. */
export const HeadingRow = ({ index, top, height, title }: Omit<Place<never>, 'row'> & { title: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a <table> cannot have virtual rows
  // biome-ignore lint/a11y/useFocusableInteractive: its buttons are focusable
  <div
    role="row"
    aria-rowindex={index + 2}
    className={`${styles.row} ${styles.heading}`}
    style={{ height, transform: `translateY(${top}px)` }}
  >
    {/* biome-ignore lint/a11y/useSemanticElements: as above */}
    {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
    <div role="rowheader">{title}</div>
  </div>
);

interface CardRowProps<Row> extends Place<Row> {
  count: number;
  card: (row: Row) => ReactNode;
}

/** A row on a narrow screen. */
export const CardRow = memo(function CardRow<Row>(props: CardRowProps<Row>) {
  const { row, index, top, height, isSelected, count, card } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: positioned absolutely
    <div
      role="listitem"
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-busy={row === undefined}
      className={styles.card}
      data-selected={isSelected}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <div>{row === undefined ? <Waiting /> : card(row)}</div>
    </div>
  );
}) as <Row>(props: CardRowProps<Row>) => ReactNode;
