/** Maximum number of rows read from a pasted block. */
const mostPasted = 1_000;

/**
 * Parses a block of cells as Excel copies it: one row per line, cells separated by tabs, and quotes around a cell that
 * has a line break, a tab or a quote.
 */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t') {
      row.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at++;
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += char;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows.slice(0, mostPasted);
}

/** A place in a grid. */
interface At {
  readonly row: number;
  readonly column: number;
}

/**
 * Where each cell of a block goes, starting from a cell. A single value goes into every selected row of that column, if
 * the starting cell is in a selected row.
 *
 * @param extent size of the grid; cells beyond its rows or its columns are left out
 * @param selected positions of the selected rows
 */
export function placesOf(
  block: readonly (readonly string[])[],
  from: At,
  extent: { readonly rows: number; readonly columns: number },
  selected: readonly number[],
): readonly (At & { readonly typed: string })[] {
  const [first = []] = block;
  if (block.length === 1 && first.length === 1 && selected.includes(from.row))
    return selected.map((row) => ({ row, column: from.column, typed: first[0] ?? '' }));
  return block.flatMap((cells, down) =>
    cells
      .map((typed, right) => ({ row: from.row + down, column: from.column + right, typed }))
      .filter(({ row, column }) => row < extent.rows && column < extent.columns),
  );
}
