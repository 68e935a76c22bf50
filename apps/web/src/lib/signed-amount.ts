import { decimal, formatDecimal, neg, resta } from '@timbre/values';

/**
 * The amount of a receipt with its sign: that of a credit note is negative. A text that is not an amount is unchanged.
 */
export const signedAmount = (ncf: string, amount: string): string =>
  resta(ncf) && /^\d+(\.\d+)?$/.test(amount) ? formatDecimal(neg(decimal(amount)), 2) : amount;
