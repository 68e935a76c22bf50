import type { KeyboardEvent, ReactNode } from 'react';

/** A column of a table. */
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

/** What the header of a column has beside its name. */
export interface ColumnHead {
  readonly content: ReactNode;
  /** The order of the rows by this column, where they can be ordered by it. */
  readonly sort?: 'ascending' | 'descending' | 'none';
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}
