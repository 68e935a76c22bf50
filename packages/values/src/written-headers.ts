import { readAmount } from './written-amount.ts';
import { readDate } from './written-date.ts';
import { readNCF } from './written-ncf.ts';
import { readTaxId } from './written-tax-id.ts';

/** Rows of a sheet in which its headers are looked for: titles and notes may stand above them. */
const usuallySearched = 20;

/** The row with the headers of a sheet. */
export interface Headers<Row> {
  readonly row: Row;
  /** The texts of its cells, '' for an empty one. */
  readonly texts: readonly string[];
  /** How many of its columns are known. */
  readonly known: number;
}

/** How headers are looked for. */
export interface HeaderSearch<Row> {
  readonly textsOf: (row: Row) => readonly (string | undefined)[];
  /**
   * Counts the headers that are known among the texts of a row; 0 for a row that cannot have the headers.
   *
   * @param texts of the row, without those that are data
   * @param hasData whether some of its cells are data
   */
  readonly countKnown: (texts: readonly string[], hasData: boolean) => number;
  /** How many rows are looked at, from the top; default 20. */
  readonly within?: number;
}

/**
 * Finds the row of a sheet, among its first, that knows most columns; the first of them if several do, or none knows any.
 * A cell with a datum is never a header, whatever its words: «RNC 131-24679-6» is a receipt, «RNC» a header.
 *
 * @param rows those that are not empty, from the top
 * @returns undefined if there are none
 */
export function findHeaders<Row>(
  rows: Iterable<Row>,
  { textsOf, countKnown, within = usuallySearched }: HeaderSearch<Row>,
): Headers<Row> | undefined {
  let best: Headers<Row> | undefined;
  let seen = 0;
  for (const row of rows) {
    if (++seen > within) break;
    const texts = textsOf(row).map((text) => text ?? '');
    const words = texts.map((text, column) => (isDatum(text, column) ? '' : text));
    const known = countKnown(words, words.join() !== texts.join());
    if (best === undefined || known > best.known) best = { row, texts, known };
  }
  return best;
}

/**
 * Whether a text is a datum: digits alone, or the number of a party or of a receipt, a day or an amount, with or without
 * the word for it. A year after the first column may be the header of its balance.
 */
function isDatum(text: string, column: number): boolean {
  if (!/\d/.test(text)) return false;
  const bare = text.trim();
  if (/^\d[\d\s.,/-]*$/.test(bare)) return column === 0 || !/^(?:19|20)\d\d$/.test(bare);
  const withoutWord = bare.replace(/^[\p{L}.\s]+[:#]?\s*(?=[\d$(-])/u, '');
  return (
    'value' in readNCF(bare) ||
    [bare, withoutWord].some((each) => [readTaxId, readDate].some((read) => 'value' in read(each))) ||
    (/[.,]\d{2}\b/.test(bare) && 'value' in readAmount(withoutWord))
  );
}
