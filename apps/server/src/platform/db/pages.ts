/**
 * Rows page by page, up to the first page that is not full. An empty page is not yielded.
 *
 * @param size number of rows of a full page
 * @param read reads at most `size` rows, those that follow `after` in a fixed order; without it, the first
 */
export async function* pagesOf<Row>(
  size: number,
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: Row | undefined;
  do {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    after = rows[size - 1];
  } while (after !== undefined);
}
