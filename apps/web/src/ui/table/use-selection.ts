import { useMemo, useState } from 'react';

/** The selection: rows by their keys, or all rows of the filter. */
interface Selected {
  readonly scope: string;
  readonly keys: ReadonlySet<string>;
  readonly whole: boolean;
}

const none: ReadonlySet<string> = new Set();

/**
 * The selected rows of a list. With another filter the selection is empty.
 *
 * @param scope identifies the content of the list, that is, its filter
 * @param rows the loaded rows
 * @param rowKey a stable reference
 */
export function useSelection<Row>(scope: string, rows: readonly Row[], rowKey: (row: Row) => string) {
  const [held, setHeld] = useState<Selected>({ scope, keys: none, whole: false });
  const { keys: chosen, whole } = held.scope === scope ? held : { keys: none, whole: false };
  const keys = useMemo(() => (whole ? new Set(rows.map(rowKey)) : chosen), [whole, chosen, rows, rowKey]);
  return {
    /** If all rows of the filter are selected, the keys of the loaded ones. */
    keys,
    /** All rows of the filter are selected, loaded or not. */
    whole,
    change: (next: ReadonlySet<string>) => setHeld({ scope, keys: next, whole: false }),
    selectWhole: () => setHeld({ scope, keys: none, whole: true }),
    clear: () => setHeld({ scope, keys: none, whole: false }),
  };
}
