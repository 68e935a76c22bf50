/** A cell of a table by its position: row −1 is the header. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The size of a table. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** Number of visible rows. */
  readonly page: number;
}

/**
 * The cell that a key leads to, following the grid pattern of WAI-ARIA; undefined for a key that does not move.
 *
 * @param ctrl whether Control (or Command) is held: the first or last cell of the table
 */
export function cellAfterKey(from: Cell, key: string, ctrl: boolean, extent: Extent): Cell | undefined {
  const { row, column } = from;
  const lastRow = extent.rows - 1;
  const lastColumn = extent.columns - 1;
  const to: Record<string, Cell> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - extent.page, column },
    PageDown: { row: row + extent.page, column },
    Home: { row: ctrl ? 0 : row, column: 0 },
    End: { row: ctrl ? lastRow : row, column: lastColumn },
  };
  const next = to[key];
  return (
    next && {
      row: Math.min(Math.max(next.row, -1), lastRow),
      column: Math.min(Math.max(next.column, 0), lastColumn),
    }
  );
}
