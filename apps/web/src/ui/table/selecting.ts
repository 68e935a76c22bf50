/**
 * The selection after a row was clicked.
 *
 * @param keys of the rows, from the top
 * @param selected the previous selection
 * @param at position of the row
 * @param from position of the row clicked before. The rows from it to `at` get its state. If undefined, only this row
 * is toggled
 */
export function selectedAfter(
  keys: readonly string[],
  selected: ReadonlySet<string>,
  at: number,
  from: number | undefined,
): ReadonlySet<string> {
  const after = new Set(selected);
  const first = keys[from ?? at]!;
  const adds = from === undefined ? !selected.has(first) : selected.has(first);
  for (const key of keys.slice(Math.min(at, from ?? at), Math.max(at, from ?? at) + 1)) {
    if (adds) after.add(key);
    else after.delete(key);
  }
  return after;
}
