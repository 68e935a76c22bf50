import type { CodeTable } from '@timbre/ecf';
import { formatDecimal, parseDecimal } from '@timbre/values';

const thousands = (text: string): string => {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** A minus sign as wide as a figure; in the text of the PDF it is copied as a hyphen. */
const signed = (text: string): string => (text.startsWith('-') ? `\u2212${text.slice(1)}` : text);

/** The text of a number with at least `least` decimals, and no zeros after them: `8.3333`, `50.00`. Other texts as they are. */
function numberText(text: string, least: number): string {
  const value = parseDecimal(text);
  if (value === undefined) return text;
  const exact = formatDecimal(value, Math.max(least, value.scale));
  const [whole = '', fraction = ''] = exact.split('.');
  const kept = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '');
  return signed(thousands(kept === '' ? whole : `${whole}.${kept}`));
}

/** An amount or a price: thousands apart, two decimals or as many as it needs. */
export const amountText = (text: string): string => numberText(text, 2);

/** A quantity: whole when it is whole, else as an amount. */
export const quantityText = (text: string): string => numberText(text, /\.\d*[1-9]/.test(text) ? 2 : 0);

/** A percentage: `5 %`, `2.5 %`. */
export const percentText = (text: string): string => `${numberText(text, 0)} %`;

/** The meaning of a code; the code itself when the table has none. */
export const inWords = (table: CodeTable, code: string): string => table[code] ?? code;
