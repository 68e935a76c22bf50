import { parseISODate } from '@timbre/values';

// What an address says, read as if anybody had written it: what is not understood is undefined.

/** A text, cut where it is too long; the router reads a text of digits as a number. */
export function textParam(value: unknown, longest: number): string | undefined {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && written !== '' ? written.slice(0, longest) : undefined;
}

/** A date as `yyyy-MM-dd`. */
export const dateParam = (value: unknown): string | undefined =>
  typeof value === 'string' && parseISODate(value) ? value : undefined;

/** The parts that say something. */
export const onlyGiven = <Part extends object>(parts: { [K in keyof Part]: Part[K] | undefined | '' }): Part =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== '')) as Part;
