import { formatISODate, readDate } from '@timbre/values';

/**
 * Parses a date typed in a field that is read at each key: `31/12/2026`, `31-12-2026`, `1/2/2026`, `31122026`. A year of
 * two digits may be half of one of four, so it waits for the others.
 *
 * @returns `yyyy-MM-dd`; undefined for any other text, and for a day that does not exist
 */
export function parseTypedDate(typed: string): string | undefined {
  const read = /\d{4}/.test(typed) ? readDate(typed) : { fault: '' };
  return 'value' in read ? formatISODate(read.value) : undefined;
}
