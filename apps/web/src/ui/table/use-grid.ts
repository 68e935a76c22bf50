import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Cell, cellAfterKey, type Extent } from './grid-keys.ts';

/** The result of {@link useGrid}. */
interface Grid {
  /** The cell with the keyboard focus; the first one until the keyboard is used. */
  readonly active: Cell | undefined;
  readonly events: {
    readonly onKeyDown?: (event: KeyboardEvent) => void;
    readonly onFocus?: (event: FocusEvent) => void;
  };
}

/** The actions of the keys besides moving. */
interface Acts {
  /** Scrolls to a row that is not rendered. */
  readonly scrollTo: (row: number) => void;
  /** The space bar. `through`, with Shift and with Shift and an arrow key: also the rows from the last one selected. */
  readonly select: (row: number, through: boolean) => void;
  /** Control and A; undefined if rows cannot be selected. */
  readonly selectAll: (() => void) | undefined;
}

const within = ({ row, column }: Cell, extent: Extent): Cell => ({
  row: Math.min(row, extent.rows - 1),
  column: Math.min(column, extent.columns - 1),
});

/** The element that Enter presses in a cell. */
const targetOf = (cell: HTMLElement): HTMLElement | null =>
  cell.querySelector<HTMLElement>('button, a, input') ?? cell.closest<HTMLElement>('[role="row"]');

/**
 * The keyboard in a table whose cells have `data-cell="row:column"`. One cell is in the tab order, and the arrow keys
 * move from it. Enter presses the button of a cell or, if it has none, opens its row.
 */
export function useGrid(
  enabled: boolean,
  table: RefObject<HTMLElement | null>,
  extent: Extent,
  { scrollTo, select, selectAll }: Acts,
): Grid {
  const [active, setActive] = useState<Cell>();
  const wanted = useRef(false);
  const cellAt = ({ row, column }: Cell) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`) ?? undefined;

  // The cell may be rendered only after its row was scrolled into view.
  useLayoutEffect(() => {
    if (!wanted.current || active === undefined) return;
    const cell = cellAt(active);
    if (cell === undefined) return;
    wanted.current = false;
    cell.focus({ preventScroll: active.row >= 0 });
  });

  if (!enabled) return { active: undefined, events: {} };
  const at = active && within(active, extent);

  function onKeyDown(event: KeyboardEvent) {
    const focused = event.target as HTMLElement;
    if (at === undefined || focused.matches('select, textarea, input:not([type="checkbox"])')) return;
    const isCell = focused.dataset.cell !== undefined;
    const control = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && isCell) {
      event.preventDefault();
      return targetOf(focused)?.click();
    }
    if (selectAll && event.key === 'a' && control) {
      event.preventDefault();
      return selectAll();
    }
    if (selectAll && event.key === ' ' && isCell && at.row >= 0) {
      event.preventDefault();
      return select(at.row, event.shiftKey);
    }
    const to = cellAfterKey(at, event.key, control, extent);
    if (to === undefined || event.altKey) return;
    event.preventDefault();
    wanted.current = true;
    setActive(to);
    if (to.row >= 0) scrollTo(to.row);
    if (event.shiftKey && to.row >= 0 && to.row !== at.row) select(to.row, true);
  }

  function onFocus(event: FocusEvent) {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell;
    if (cell === undefined) return;
    const [row = 0, column = 0] = cell.split(':').map(Number);
    if (at?.row !== row || at.column !== column) setActive({ row, column });
  }

  return { active: at ?? { row: 0, column: 0 }, events: { onKeyDown, onFocus } };
}
