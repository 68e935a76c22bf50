import { dividedBy, type ExactInteger, exactInteger, negative, plus, times } from './exact-integer.ts';

/** An exact decimal number: `units` ÷ 10^`scale`. Money, rates and quantities use this type, never floats. */
export interface Decimal {
  readonly units: ExactInteger;
  readonly scale: number;
}

/** Maximum number of digits that {@link parseDecimal} reads: twice those of the widest official type (20). */
const maxDigits = 40;
/** A plain number holds up to this many digits exactly, and is read much faster than a bigint. */
const exactDigits = 15;

const powersOfTen: readonly ExactInteger[] = Array.from({ length: 4 * maxDigits }, (_, n) => powerOfTen(n));
const tenTo = (n: number): ExactInteger => powersOfTen[n] ?? powerOfTen(n);

function powerOfTen(n: number): ExactInteger {
  return exactInteger(10n ** BigInt(n));
}

export const zero: Decimal = { units: 0, scale: 0 };

/** A whole number as a decimal. Throws RangeError for any other number. */
export const integer = (n: number): Decimal => ({ units: exactInteger(BigInt(n)), scale: 0 });

/**
 * Reads `-?\d+(\.\d+)?` exactly, at most 40 digits.
 * @returns the number with as many decimals as the text shows, or undefined: no blanks, `+`, exponent, comma or bare point.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > maxDigits + 2) return undefined;
  const isNegative = text.charCodeAt(0) === 45;
  const start = isNegative ? 1 : 0;
  let point = -1;
  let small = 0;
  for (let i = start; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit >= 0 && digit <= 9) small = small * 10 + digit;
    else if (digit === -2 && point < 0 && i > start) point = i;
    else return undefined;
  }
  const digits = text.length - start - (point < 0 ? 0 : 1);
  if (digits === 0 || digits > maxDigits || point === text.length - 1) return undefined;
  const units = digits <= exactDigits ? small : exactInteger(BigInt(text.slice(start).replace('.', '')));
  return { units: isNegative ? negative(units) : units, scale: point < 0 ? 0 : text.length - 1 - point };
}

/** A decimal written in the source, such as a rate. Throws RangeError where {@link parseDecimal} returns undefined. */
export function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new RangeError(`not a decimal: ${text}`);
  return value;
}

/** Exact sum; as many decimals as the longer of the two. */
export function add(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale) return { units: plus(a.units, b.units), scale: a.scale };
  return a.scale > b.scale
    ? { units: plus(a.units, times(b.units, tenTo(a.scale - b.scale))), scale: a.scale }
    : { units: plus(times(a.units, tenTo(b.scale - a.scale)), b.units), scale: b.scale };
}

/** Exact difference a − b. */
export const sub = (a: Decimal, b: Decimal): Decimal => add(a, neg(b));

/** Exact product; its decimals are those of both together. */
export const mul = (a: Decimal, b: Decimal): Decimal => ({ units: times(a.units, b.units), scale: a.scale + b.scale });

export const neg = (a: Decimal): Decimal => ({ units: negative(a.units), scale: a.scale });

export const abs = (a: Decimal): Decimal => (a.units < 0 ? neg(a) : a);

/** Exact sum of all; zero for none. */
export function sum(values: Iterable<Decimal>): Decimal {
  let total = zero;
  for (const value of values) total = add(total, value);
  return total;
}

/** Negative, zero or positive as a is less than, equal to or greater than b; 1.5 equals 1.50. */
export function compare(a: Decimal, b: Decimal): number {
  if (a.scale !== b.scale) return Math.sign(Number(sub(a, b).units));
  return a.units < b.units ? -1 : a.units > b.units ? 1 : 0;
}

export const isZero = (a: Decimal): boolean => a.units === 0;

export const isNegative = (a: Decimal): boolean => a.units < 0;

/**
 * Rounds half-up (away from zero) to at most `scale` decimals; a number with fewer decimals is returned unchanged.
 * @source Informe Técnico e-CF §13: 750.5212 → 750.52, 750.5276 → 750.53
 */
export const round = (a: Decimal, scale: number): Decimal =>
  a.scale <= scale ? a : { units: dividedBy(a.units, tenTo(a.scale - scale)), scale };

/** a ÷ b rounded half-up to `scale` decimals. Throws RangeError when b is zero. */
export function divide(a: Decimal, b: Decimal, scale: number): Decimal {
  if (b.units === 0) throw new RangeError('division by zero');
  const shift = scale + b.scale - a.scale;
  return shift >= 0
    ? { units: dividedBy(times(a.units, tenTo(shift)), b.units), scale }
    : { units: dividedBy(a.units, times(b.units, tenTo(-shift))), scale };
}

/** Text with exactly `scale` decimals (those of the number when omitted), rounding half-up; never `-0.00`. */
export function formatDecimal(a: Decimal, scale: number = a.scale): string {
  const rounded = round(a, scale);
  const units = times(rounded.units, tenTo(scale - rounded.scale));
  const digits = String(units < 0 ? negative(units) : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`;
  return units < 0 ? `-${text}` : text;
}

/** An amount for display, with two decimals and thousands separators: `250,000.00`. */
export const formatMonto = (a: Decimal): string => formatDecimal(a, 2).replace(/\B(?=(\d{3})+\.)/g, ',');
