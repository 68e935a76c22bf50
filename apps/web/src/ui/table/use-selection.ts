import { useMemo, useState } from 'react';

/** What is selected: rows by their keys, or all that the filter finds. */
interface Selected {
  readonly scope: string;
  readonly keys: ReadonlySet<string>;
  readonly whole: boolean;
}

const none: ReadonlySet<string> = new Set();

/**
 * The selected rows of a list. Another filter has none.
 *
 * @param scope says what the list shows: its filter
 * @param rows those loaded
 * @param rowKey a stable reference
 */
export function useSelection<Row>(scope: string, rows: readonly Row[], rowKey: (row: Row) => string) {
  const [held, setHeld] = useState<Selected>({ scope, keys: none, whole: false });
  const { keys: chosen, whole } = held.scope === scope ? held : { keys: none, whole: false };
  const keys = useMemo(() => (whole ? new Set(rows.map(rowKey)) : chosen), [whole, chosen, rows, rowKey]);
  return {
    /** Of all that the filter finds: those loaded. */
    keys,
    /** All that the filter finds, loaded or not. */
    whole,
    change: (next: ReadonlySet<string>) => setHeld({ scope, keys: next, whole: false }),
    selectWhole: () => setHeld({ scope, keys: none, whole: true }),
    clear: () => setHeld({ scope, keys: none, whole: false }),
  };
}
