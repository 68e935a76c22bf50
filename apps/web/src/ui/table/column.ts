import type { KeyboardEvent, ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  /** Width as a grid track: `96px`, `minmax(120px, 1fr)`. */
  readonly track: string;
  readonly right?: boolean;
  /** The column is left out if the table is narrower than this, in px. */
  readonly from?: number;
  readonly cell: (row: Row) => ReactNode;
}

/** The header of a column, when it is more than a name. */
export interface ColumnHead {
  readonly content: ReactNode;
  /** The order of the rows by this column; undefined if they cannot be ordered by it. */
  readonly sort?: 'ascending' | 'descending' | 'none';
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}
