/** Documents of one request. */
export const windowSize = 100;

/** The positions at which the windows with these rows begin. */
export function startsOf(first: number, last: number): number[] {
  const starts: number[] = [];
  for (let at = Math.floor(first / windowSize) * windowSize; at <= last; at += windowSize) starts.push(at);
  return starts;
}

/** All rows, of which only those of the windows are known. */
export function rowsOf<Row>(
  starts: readonly number[],
  windows: readonly (readonly Row[] | undefined)[],
  total: number,
): (Row | undefined)[] {
  const rows = new Array<Row | undefined>(total);
  for (const [i, from] of starts.entries())
    for (const [at, row] of (windows[i] ?? []).entries()) if (from + at < total) rows[from + at] = row;
  return rows;
}
