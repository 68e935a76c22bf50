import { formatDecimal, readAmount } from '@timbre/values';

/**
 * Reads an amount typed in a field that shows at once what it has read: `1,234.50`, `RD$ 1,234.5`. Anything else is kept, to be
 * refused where it is judged.
 */
export function typedAmount(typed: string): string {
  const read = readAmount(typed, 'punto');
  return 'amount' in read ? formatDecimal(read.amount) : typed.trim();
}
