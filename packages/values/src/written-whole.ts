import { bareText, quoted, type Reading } from './written-text.ts';

/** Digits alone, or in groups of three. */
const whole = /^(?:\d{1,15}|\d{1,3}(?:([,.' ])\d{3})(?:\1\d{3}){0,3})$/;

/**
 * Reads a whole number, a count or a number of a sequence: `1500`, `1,500`, `1.500`. Where decimals cannot stand, a mark
 * before three digits separates thousands.
 *
 * @returns the number, below 10^15; or the reason why it is not one
 */
export function readWhole(written: string): Reading<number> {
  const text = bareText(written);
  return whole.test(text)
    ? { value: Number(text.replace(/\D/g, '')) }
    : { fault: `${quoted(written)} no es un número entero` };
}
