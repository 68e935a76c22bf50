import { parseRNC } from '@timbre/values';
import { textOf } from './view.ts';

/** Who has no RNC. @source specification 002 §5 */
export const sinRnc = 'Sin RNC';

/** Where the RNC of a vendor or a customer is looked for, in this order. @source specification 002 §5 */
const places: readonly (readonly string[])[] = [
  ['DisplayName'],
  ...['Line2', 'Line3', 'Line1', 'Line4', 'Line5'].map((line) => ['BillAddr', line]),
  ['PrimaryTaxIdentifier'],
  ['TaxIdentifier'],
];

/**
 * The RNC of a vendor or a customer of QuickBooks: 9 or 11 digits, alone or after `RNC`.
 *
 * @param person as QuickBooks gave it
 * @param own the company's own RNC, which no other person has
 */
export function rncOf(person: unknown, own: string): string {
  for (const place of places) {
    const found = rncIn(textOf(person, ...place));
    if (found !== undefined) return found === own ? sinRnc : found;
  }
  return sinRnc;
}

/** The RNC in a text. */
function rncIn(text: string): string | undefined {
  const after = /\bRNC\b\W{0,5}(\d[\d -]{7,18})/i.exec(text)?.[1];
  const alone = /(?<![\d-])(\d{3}-?\d{5}-?\d|\d{3}-?\d{7}-?\d)(?![\d-])/.exec(text)?.[1];
  for (const digits of [after, alone]) {
    const rnc = digits === undefined ? undefined : parseRNC(digits);
    if (rnc !== undefined) return rnc;
  }
  return undefined;
}
