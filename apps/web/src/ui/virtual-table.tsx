import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import styles from './virtual-table.module.css';

/** A column of a {@link VirtualTable}. */
export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  /** Width as a grid track: `96px`, `minmax(120px, 1fr)`. */
  readonly track: string;
  readonly right?: boolean;
  /** Left out where the table is narrower than this many pixels. */
  readonly from?: number;
  readonly cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  /** The accessible name of the table. */
  label: string;
  /** A row that is not loaded yet is undefined: it is shown as waiting. */
  rows: readonly (Row | undefined)[];
  /** Must be a stable reference, as must every function below. */
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Renders a row as a card, on narrow screens. */
  card: (row: Row) => ReactNode;
  /** The same for all rows, or by row. */
  cardHeight: number | ((row: Row) => number);
  /** Opens the detail of a row. A button in the row must do the same for the keyboard. */
  onOpen?: (row: Row) => void;
  /**
   * The scroll position is near the last row: load the next page, if there is one. It may be called again before it has
   * loaded.
   */
  onEnd?: (() => void) | undefined;
  /** Told which rows are in sight, by position. */
  onSight?: ((first: number, last: number) => void) | undefined;
  /** Maximum height of a long table before it scrolls, as CSS. */
  maxHeight?: string;
}

const rowHeight = 44;
const narrow = 620;
/** Content under the last card. */
const cardsEnd = 10;
/** Up to this many rows, the table grows with the page; longer tables scroll inside themselves. */
const mostWhole = 25;
/** The next page is requested this many rows before the last one. */
const nearEnd = 10;

/**
 * A virtualised table: only the visible rows are in the DOM. On a phone, and under 620 px of width, each row is a card.
 */
export function VirtualTable<Row>(props: Props<Row>) {
  const { label, rows, columns, rowKey, card, cardHeight, onOpen, onEnd, onSight } = props;
  const { maxHeight = 'max(400px, 100dvh - 280px)' } = props;
  const { ref, width } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const cards = phone || (width > 0 && width < narrow);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      if (!cards) return rowHeight;
      if (typeof cardHeight === 'number') return cardHeight;
      const row = rows[index];
      return row === undefined ? rowHeight : cardHeight(row);
    },
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: 4,
    paddingEnd: cards ? cardsEnd : 0,
  });
  const lastDrawn = useRef(cards);
  if (lastDrawn.current !== cards) {
    lastDrawn.current = cards;
    virtual.measure();
  }

  const scrolls = rows.length > mostWhole;
  const near = scrolls && (virtual.range?.endIndex ?? 0) >= rows.length - nearEnd;
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once for each length, not at each render
  useEffect(() => {
    if (near) onEnd?.();
  }, [near, rows.length]);

  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  useEffect(() => onSight?.(startIndex, endIndex), [onSight, startIndex, endIndex]);

  const shown = useMemo(() => columns.filter(({ from = 0 }) => width >= from), [columns, width]);
  const tracks = shown.map(({ track }) => track).join(' ');
  const items = virtual.getVirtualItems().map((item) => {
    const row = rows[item.index];
    const place = { index: item.index, top: item.start, height: item.size };
    return cards ? (
      <CardRow key={item.key} row={row} {...place} count={rows.length} card={card} />
    ) : (
      <TableRow key={item.key} row={row} {...place} columns={shown} tracks={tracks} onOpen={onOpen} />
    );
  });

  return (
    <div ref={ref} className={styles.table}>
      <section
        ref={scroller}
        className={styles.scroller}
        style={{ maxHeight: scrolls ? maxHeight : 'none' }}
        aria-label={label}
        tabIndex={scrolls ? 0 : undefined}
      >
        {cards ? (
          // biome-ignore lint/a11y/useSemanticElements: its items are positioned absolutely
          <div role="list" className={styles.body} style={{ height: virtual.getTotalSize() }}>
            {items}
          </div>
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a <table> cannot have virtual rows
          <div role="table" aria-label={label} aria-rowcount={rows.length + 1}>
            {/* biome-ignore lint/a11y/useSemanticElements: as above */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
            <div role="row" aria-rowindex={1} className={styles.header} style={{ gridTemplateColumns: tracks }}>
              {shown.map(({ key, header, right }) => (
                // biome-ignore lint/a11y/useSemanticElements: as above
                // biome-ignore lint/a11y/useFocusableInteractive: it has no action
                <span key={key} role="columnheader" data-right={right}>
                  {header}
                </span>
              ))}
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements: as above */}
            <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
              {items}
            </div>
          </div>
        )}
      </section>
    </div>
  );
}

interface Place<Row> {
  row: Row | undefined;
  index: number;
  top: number;
  height: number;
}

interface TableRowProps<Row> extends Place<Row> {
  columns: readonly Column<Row>[];
  tracks: string;
  onOpen: ((row: Row) => void) | undefined;
}

/** Rendered again only when its row, its position or the columns change. */
const TableRow = memo(function TableRow<Row>({ row, index, top, height, columns, tracks, onOpen }: TableRowProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as in the table
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons are focusable
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button in the row does the same
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.row}
      data-opens={onOpen !== undefined && row !== undefined}
      aria-busy={row === undefined}
      style={{ gridTemplateColumns: tracks, height, transform: `translateY(${top}px)` }}
      onClick={(event) => {
        if (row !== undefined && !(event.target as Element).closest('button, a') && getSelection()?.isCollapsed)
          onOpen?.(row);
      }}
    >
      {columns.map(({ key, right, cell }) => (
        // biome-ignore lint/a11y/useSemanticElements: as in the table
        <span key={key} role="cell" data-right={right}>
          {row === undefined ? <Waiting /> : cell(row)}
        </span>
      ))}
    </div>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

/** The place of a value that is not loaded yet. */
const Waiting = () => <span className={styles.waiting} aria-hidden="true" />;

interface CardRowProps<Row> extends Place<Row> {
  count: number;
  card: (row: Row) => ReactNode;
}

const CardRow = memo(function CardRow<Row>({ row, index, top, height, count, card }: CardRowProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: positioned absolutely
    <div
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-busy={row === undefined}
      className={styles.card}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <div>{row === undefined ? <Waiting /> : card(row)}</div>
    </div>
  );
}) as <Row>(props: CardRowProps<Row>) => ReactNode;
