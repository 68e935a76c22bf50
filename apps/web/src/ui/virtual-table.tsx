import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Column, ColumnHead } from './table/column.ts';
import { useGrid } from './table/use-grid.ts';
import { CardRow, HeadingRow, TableRow } from './table/virtual-rows.tsx';
import styles from './virtual-table.module.css';

interface Props<Row> {
  /** The accessible name of the table. */
  label: string;
  /** A row that is not loaded yet is undefined and shown as a placeholder. */
  rows: readonly (Row | undefined)[];
  /** Must be a stable reference, as must every function below. */
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Renders a row as a card, on narrow screens. */
  card: (row: Row) => ReactNode;
  /** The same for all rows, or by row. */
  cardHeight: number | ((row: Row) => number);
  /** The content of a row that is a heading over the rows after it; undefined for any other row. */
  heading?: ((row: Row) => ReactNode | undefined) | undefined;
  /** The row that is scrolled into view, and whose first button takes the focus: each new object does it once. */
  at?: { readonly index: number } | undefined;
  /** Each row is a card if the table is narrower than this, in px. */
  cardsUnder?: number;
  /** Opens the detail of a row. A button in the row must do the same for the keyboard. */
  onOpen?: ((row: Row) => void) | undefined;
  /**
   * The scroll position is near the last row: load the next page, if there is one. It may be called again before that
   * page has loaded.
   */
  onEnd?: (() => void) | undefined;
  /** Called with the positions of the first and the last visible row. */
  onSight?: ((first: number, last: number) => void) | undefined;
  /** Maximum height of a long table before it scrolls, as CSS. */
  maxHeight?: string;
  /** The headers by column key, if they are more than a name. */
  heads?: ReadonlyMap<string, ColumnHead>;
  /** The last line of the table, by column key. */
  totals?: ReadonlyMap<string, ReactNode> | undefined;
  /** The arrow keys move from cell to cell, as in a spreadsheet. */
  grid?: boolean;
  /** The keys of the selected rows, if rows can be selected. */
  selected?: ReadonlySet<string> | undefined;
  /** Selects a row by keyboard. `through`: also the rows from the last one selected. */
  onSelect?: ((row: Row, through: boolean) => void) | undefined;
  /** Selects every loaded row, or none if all are selected. */
  onSelectAll?: (() => void) | undefined;
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
  const {
    label,
    rows,
    columns,
    rowKey,
    card,
    cardHeight,
    heading,
    at,
    onOpen,
    onEnd,
    onSight,
    heads,
    totals,
    selected,
  } = props;
  const { maxHeight = 'max(400px, 100dvh - 280px)', cardsUnder = narrow, grid = false, onSelect, onSelectAll } = props;
  const { ref, width } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const cards = phone || (width > 0 && width < cardsUnder);
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
    scrollPaddingStart: cards ? 0 : rowHeight,
    scrollPaddingEnd: totals && !cards ? rowHeight : 0,
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

  useEffect(() => {
    if (at === undefined) return;
    virtual.scrollToIndex(at.index);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${at.index}"] :is(button, a)`)?.focus(),
    );
  }, [at, virtual]);

  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  useEffect(() => onSight?.(startIndex, endIndex), [onSight, startIndex, endIndex]);

  const shown = useMemo(() => columns.filter(({ from = 0 }) => width >= from), [columns, width]);
  const tracks = shown.map(({ track }) => track).join(' ');
  const extent = { rows: rows.length, columns: shown.length, page: Math.max(1, endIndex - startIndex) };
  const { active, events } = useGrid(grid && !cards, scroller, extent, {
    scrollTo: (row) => virtual.scrollToIndex(row),
    select(at, through) {
      const row = rows[at];
      if (row !== undefined) onSelect?.(row, through);
    },
    selectAll: onSelectAll,
  });
  const items = virtual.getVirtualItems().map((item) => {
    const row = rows[item.index];
    const isSelected = row === undefined || selected === undefined ? undefined : selected.has(rowKey(row));
    const place = { index: item.index, top: item.start, height: item.size, isSelected };
    const title = row === undefined ? undefined : heading?.(row);
    return cards ? (
      <CardRow key={item.key} row={row} {...place} count={rows.length} card={card} />
    ) : title !== undefined ? (
      <HeadingRow key={item.key} {...place} title={title} />
    ) : (
      <TableRow
        key={item.key}
        row={row}
        {...place}
        columns={shown}
        tracks={tracks}
        onOpen={onOpen}
        grid={grid}
        active={active?.row === item.index ? active.column : undefined}
      />
    );
  });

  return (
    <div ref={ref} className={styles.table}>
      <section
        ref={scroller}
        className={styles.scroller}
        style={{ maxHeight: scrolls ? maxHeight : 'none' }}
        aria-label={label}
        tabIndex={scrolls && (cards || !grid) ? 0 : undefined}
      >
        {cards ? (
          // biome-ignore lint/a11y/useSemanticElements: its items are positioned absolutely
          <div role="list" className={styles.body} style={{ height: virtual.getTotalSize() }}>
            {items}
          </div>
        ) : (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name
          <div
            role={grid ? 'grid' : 'table'}
            aria-label={label}
            aria-rowcount={rows.length + 1}
            aria-multiselectable={selected && true}
            style={{ minWidth: leastWidth(shown) }}
            {...events}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: a <table> cannot have virtual rows */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: its cells are */}
            <div role="row" aria-rowindex={1} className={styles.header} style={{ gridTemplateColumns: tracks }}>
              {shown.map(({ key, header, right }, column) => (
                // biome-ignore lint/a11y/useSemanticElements: as above
                <span
                  key={key}
                  role="columnheader"
                  data-right={right}
                  data-key={key}
                  data-cell={grid ? `-1:${column}` : undefined}
                  tabIndex={grid ? (active?.row === -1 && active.column === column ? 0 : -1) : undefined}
                  aria-sort={heads?.get(key)?.sort}
                  onKeyDown={heads?.get(key)?.onKeyDown}
                >
                  {heads?.get(key)?.content ?? header}
                </span>
              ))}
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements: as above */}
            <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
              {items}
            </div>
            {totals && (
              // biome-ignore lint/a11y/useSemanticElements: as above
              // biome-ignore lint/a11y/useFocusableInteractive: it has no action
              <div role="row" className={styles.totals} style={{ gridTemplateColumns: tracks }}>
                {shown.map(({ key, right }) => (
                  <span key={key} role={grid ? 'gridcell' : 'cell'} data-right={right}>
                    {totals.get(key)}
                  </span>
                ))}
              </div>
            )}
          </div>
        )}
      </section>
    </div>
  );
}

/** The width below which the columns would be cut, in px: the sum of the first number of each track. */
const leastWidth = (columns: readonly { readonly track: string }[]): number =>
  columns.reduce((sum, { track }) => sum + Number(/\d+/.exec(track)?.[0] ?? 0), 0);
