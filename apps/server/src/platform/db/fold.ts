import { type RawBuilder, sql } from 'kysely';

/** Letters that searches treat as equal to those of {@link plain}, in the same order. */
const marked = 'áàäâãéèëêíìïîóòöôõúùüûñç';
const plain = 'aaaaaeeeeiiiiooooouuuunc';
const letters = new RegExp(`[${marked}]`, 'g');

/** A text in the form in which searches compare it. */
export const foldText = (text: string): string =>
  text.toLowerCase().replace(letters, (letter) => plain[marked.indexOf(letter)]!);

/**
 * The text of a column in the form in which it is compared with a folded one. In a database of the locale C,
 * PostgreSQL's `lower` does not change accented capitals.
 */
export const foldedSql = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`translate(lower(${column}), ${marked + marked.toUpperCase()}, ${plain + plain})`;

/**
 * A typed text in the form in which it is compared with a folded column: without any accent, including those typed as
 * separate characters.
 */
export const foldTyped = (typed: string): string => typed.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
