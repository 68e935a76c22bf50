/**
 * A whole number of any size: a plain number from −(2⁵³ − 1) to 2⁵³ − 1, where plain numbers are exact and several times
 * faster, and a bigint beyond. Each value has exactly one form, and there is no negative zero.
 */
export type ExactInteger = number | bigint;

/** The form of a value: a plain number where it is exact, otherwise the bigint. */
export function exactInteger(n: bigint): ExactInteger {
  const small = Number(n);
  return Number.isSafeInteger(small) ? small : n;
}

// Sums and products are computed with plain numbers first. A result within the safe integers is exact; a rounded result
// lies outside them. `+ 0` turns −0 into 0.

export function plus(a: ExactInteger, b: ExactInteger): ExactInteger {
  if (typeof a === 'number' && typeof b === 'number') {
    const small = a + b;
    if (Number.isSafeInteger(small)) return small;
  }
  return exactInteger(BigInt(a) + BigInt(b));
}

export function times(a: ExactInteger, b: ExactInteger): ExactInteger {
  if (typeof a === 'number' && typeof b === 'number') {
    const small = a * b;
    if (Number.isSafeInteger(small)) return small + 0;
  }
  return exactInteger(BigInt(a) * BigInt(b));
}

export const negative = (a: ExactInteger): ExactInteger => (typeof a === 'number' ? 0 - a : -a);

/** Quotient, rounded half away from zero. */
export function dividedBy(a: ExactInteger, b: ExactInteger): ExactInteger {
  if (typeof a === 'number' && typeof b === 'number') {
    const rest = a % b;
    const towardsZero = (a - rest) / b;
    if (2 * Math.abs(rest) < Math.abs(b)) return towardsZero + 0;
    return a < 0 === b < 0 ? towardsZero + 1 : towardsZero - 1;
  }
  const [dividend, divisor] = [BigInt(a), BigInt(b)];
  const rest = dividend % divisor;
  const towardsZero = dividend / divisor;
  if (2n * magnitude(rest) < magnitude(divisor)) return exactInteger(towardsZero);
  return exactInteger(dividend < 0n === divisor < 0n ? towardsZero + 1n : towardsZero - 1n);
}

const magnitude = (n: bigint): bigint => (n < 0n ? -n : n);
