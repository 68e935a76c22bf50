import { useState } from 'react';

/** The arrangement of a table set by the user. */
export interface TableLayout {
  /** Widths set by the user, in px, by column key. */
  readonly columnSizing: Readonly<Record<string, number>>;
  /** False for a hidden column, by its key. */
  readonly columnVisibility: Readonly<Record<string, boolean>>;
}

const empty: TableLayout = { columnSizing: {}, columnVisibility: {} };
const widest = 800;
const narrowest = 56;

/** Parses a stored arrangement. It is untrusted input: invalid widths and visibilities are left out. */
function readLayout(stored: string | null): TableLayout {
  try {
    const { columnSizing, columnVisibility } = JSON.parse(stored ?? '{}') as Partial<TableLayout>;
    const sizes = Object.entries(columnSizing ?? {}).filter(
      ([, size]) => typeof size === 'number' && size >= narrowest && size <= widest,
    );
    const shown = Object.entries(columnVisibility ?? {}).filter(([, visible]) => typeof visible === 'boolean');
    return { columnSizing: Object.fromEntries(sizes), columnVisibility: Object.fromEntries(shown) };
  } catch {
    return empty;
  }
}

/**
 * The arrangement of a table, stored in the browser.
 *
 * @param name of the table: part of the key of the storage
 */
export function useTableLayout(name: string) {
  const key = `tabla.${name}`;
  const [layout, setLayout] = useState(() => readLayout(localStorage.getItem(key)));
  const change = (next: Partial<TableLayout>) => {
    setLayout((old) => {
      const changed = { ...old, ...next };
      localStorage.setItem(key, JSON.stringify(changed));
      return changed;
    });
  };
  return { layout, change, reset: () => change(empty) };
}

/** The limits of a column's width, in px. */
export const columnWidth = { narrowest, widest } as const;
