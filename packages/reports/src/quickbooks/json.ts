import { type Decimal, parseDecimal, readAmount } from '@timbre/values';
import { giveUp } from './failure.ts';

// Reading JSON that strangers wrote: own properties alone, texts that are cut, numbers by their text.

/** Most characters of a text that are read: a note of QuickBooks has no more. */
const mostChars = 4_000;

/** A property of an object; undefined for anything else. Nothing is inherited. */
export const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;

/** A property through several objects. */
export const at = (value: unknown, ...path: readonly string[]): unknown => path.reduce(propertyOf, value);

/** A text, or a number as its text; '' for anything else. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  if (typeof found === 'string') return found.slice(0, mostChars).trim();
  return typeof found === 'number' ? String(found) : '';
}

/** A list; empty for anything else. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/**
 * An amount: a JSON number as the other doors of receipts read it, or a text, which is a program's: its point stands before the
 * decimals. Undefined where there is none.
 * Gives the document up where it is there and is no plain number.
 */
export function amountAt(value: unknown, ...path: readonly string[]): Decimal | undefined {
  const found = at(value, ...path);
  if (found === undefined || found === null || found === '') return undefined;
  const read = typeof found === 'number' ? readAmount(found) : { fault: '' };
  if ('amount' in read) return read.amount;
  const text = typeof found === 'string' ? found.trim() : '';
  return parseDecimal(text) ?? giveUp('QB-FORMA', `«${text}» no es un monto, en ${path.join('.')}`);
}
