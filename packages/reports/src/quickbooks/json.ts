import { type Decimal, parseDecimal, readAmount } from '@timbre/values';
import { giveUp } from './failure.ts';

// Reads untrusted JSON: only own properties, texts cut to a maximum length, numbers by their text.

/** Maximum characters read of a text: a note of QuickBooks has no more. */
const mostChars = 4_000;

/** An own property of an object; undefined for anything else. Inherited properties are ignored. */
export const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;

/** A property through several objects. */
export const at = (value: unknown, ...path: readonly string[]): unknown => path.reduce(propertyOf, value);

/** A text, or a number as its text; '' for anything else. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const node = at(value, ...path);
  if (typeof node === 'string') return node.slice(0, mostChars).trim();
  return typeof node === 'number' ? String(node) : '';
}

/** A list; empty for anything else. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const node = at(value, ...path);
  return Array.isArray(node) ? node : [];
}

/**
 * An amount: a JSON number, read as in the other inputs of receipts, or a text, written by a program with a point
 * before the decimals. Undefined if it is absent. Stops the document with a failure if it is present and not a plain
 * number.
 */
export function amountAt(value: unknown, ...path: readonly string[]): Decimal | undefined {
  const node = at(value, ...path);
  if (node === undefined || node === null || node === '') return undefined;
  const read = typeof node === 'number' ? readAmount(node) : { fault: '' };
  if ('value' in read) return read.value;
  const text = typeof node === 'string' ? node.trim() : '';
  return parseDecimal(text) ?? giveUp('QB-FORMA', `«${text}» no es un monto, en ${path.join('.')}`);
}
