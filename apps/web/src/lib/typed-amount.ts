import { formatDecimal, readAmount } from '@timbre/values';

/**
 * Parses an amount typed in a field that shows the parsed value: `1,234.50`, `RD$ 1,234.5`. Any other text is returned
 * trimmed, to be refused by the validation.
 */
export function typedAmount(typed: string): string {
  const read = readAmount(typed, 'punto');
  return 'value' in read ? formatDecimal(read.value) : typed.trim();
}
