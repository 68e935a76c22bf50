import type { CodeTable } from '@timbre/ecf';
import { formatDecimal, parseDecimal } from '@timbre/values';

/** Separates the thousands of a whole number, which may have a sign. */
const thousands = (whole: string): string => (whole.length <= 3 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ','));

/** Uses a minus sign as wide as a digit; copied from the PDF, it becomes a hyphen. */
const signed = (text: string): string => (text.startsWith('-') ? `\u2212${text.slice(1)}` : text);

/**
 * Formats a number with at least `least` decimals and no zeros after those: `8.3333`, `50.00`. Other texts are returned
 * unchanged.
 */
function numberText(text: string, least: number): string {
  const value = parseDecimal(text);
  if (value === undefined) return text;
  const exact = formatDecimal(value, Math.max(least, value.scale));
  const [whole = '', fraction = ''] = exact.split('.');
  let shown = fraction.length;
  while (shown > least && fraction[shown - 1] === '0') shown -= 1;
  return signed(shown === 0 ? thousands(whole) : `${thousands(whole)}.${fraction.slice(0, shown)}`);
}

/** Formats an amount or a price, with separators of thousands and at least two decimals. */
export const amountText = (text: string): string => numberText(text, 2);

/** Formats a quantity: without decimals if it is whole, otherwise like an amount. */
export const quantityText = (text: string): string => numberText(text, /\.\d*[1-9]/.test(text) ? 2 : 0);

/** Formats a percentage: `5 %`, `2.5 %`. */
export const percentText = (text: string): string => `${numberText(text, 0)} %`;

/** The meaning of a code; the code itself if it is not in the table. */
export const inWords = (table: CodeTable, code: string): string => table[code] ?? code;
