import { parseISODate } from '@timbre/values';

// The search parameters of an address are untrusted input. A value that cannot be parsed is undefined.

/** A text, truncated to a maximum length. The router parses a text of digits as a number. */
export function textParam(value: unknown, longest: number): string | undefined {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && written !== '' ? written.slice(0, longest) : undefined;
}

/** A date as `yyyy-MM-dd`. */
export const dateParam = (value: unknown): string | undefined =>
  typeof value === 'string' && parseISODate(value) ? value : undefined;

/** Removes the parameters that are undefined or empty. */
export const onlyDefined = <Part extends object>(parts: { [K in keyof Part]: Part[K] | undefined | '' }): Part =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== '')) as Part;
