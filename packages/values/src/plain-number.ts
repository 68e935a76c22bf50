/** Below this, the 15 digits that a number holds for certain have at least two decimals. */
const centsBelow = 1e13;
/** Below this, they have its whole part. */
const wholeBelow = 1e15;

/**
 * The 15 significant digits of a number, as a sheet shows them, without an exponent: `2E-3` → `0.002`, 0.1 + 0.2 → `0.3`.
 *
 * @returns undefined for a number that may have lost digits, and for one that is not finite
 */
export function plainNumber(value: number): string | undefined {
  const isExact = Math.abs(value) < (Number.isInteger(value) ? wholeBelow : centsBelow);
  return isExact ? plainDigits(value) : undefined;
}

/** The same for a number of any size, with zeros in place of the digits that it does not have. */
export function plainDigits(value: number): string {
  const [mantissa = '0', exponent = '0'] = value.toExponential(14).split('e');
  const digits = mantissa.replace(/[-.]/g, '');
  const point = Number(exponent) + 1;
  const whole = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const fraction = (point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)).replace(/0+$/, '');
  return `${value < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
