import { emptyLine, isEmptyLine, items } from './draft.ts';
import { listAt, type Node, type Tree, withAt } from './tree.ts';

/** The cells of a copied table: rows of texts. A cell in quotes may contain line breaks, as spreadsheets copy it. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|$)/gy;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [whole, quoted, plain = '', end] = match;
    rows.at(-1)?.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim());
    if (whole === '' || end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows.filter((row) => row.some((one) => one !== ''));
}

/** A column into which cells can be pasted. */
export interface PasteColumn {
  readonly name: string;
  /** The value of the element for a pasted text. */
  readonly read: (text: string) => string;
}

/**
 * The draft with cells pasted from a line on, into these columns. Missing lines are added; cells beyond the last column
 * are ignored, because spreadsheets are wider than lines and often end with a computed amount.
 */
export function pasteInto(
  draft: Tree,
  line: number,
  columns: readonly PasteColumn[],
  cells: readonly string[][],
): Tree {
  const lines: Node[] = [...listAt(draft, items)];
  cells.forEach((row, i) => {
    const at = line - 1 + i;
    let next = (lines[at] ?? emptyLine) as Tree;
    columns.forEach(({ name, read }, column) => {
      const text = row[column];
      if (text !== undefined && text !== '') next = withAt(next, name, read(text));
    });
    lines[at] = next;
  });
  while (lines.length > 1 && isEmptyLine(lines.at(-1) as Node) && cells.length > 1) lines.pop();
  return withAt(draft, items, lines);
}
