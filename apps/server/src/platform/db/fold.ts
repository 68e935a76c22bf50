import { type RawBuilder, sql } from 'kysely';

/** Letters that searches do not tell apart from those of {@link plain}, in the same order. */
const marked = 'áàäâãéèëêíìïîóòöôõúùüûñç';
const plain = 'aaaaaeeeeiiiiooooouuuunc';
const letters = new RegExp(`[${marked}]`, 'g');

/** A text as it is compared in searches. */
export const foldText = (text: string): string =>
  text.toLowerCase().replace(letters, (letter) => plain[marked.indexOf(letter)]!);

/**
 * The text of a column as it is compared with a folded one. In a database of the locale C, PostgreSQL's `lower` leaves capitals
 * with marks as they are.
 */
export const foldedSql = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`translate(lower(${column}), ${marked + marked.toUpperCase()}, ${plain + plain})`;

/** A text that a person typed, as it is compared with a folded column: without any mark, also one that is written apart. */
export const foldTyped = (typed: string): string => typed.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
