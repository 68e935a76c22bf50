import type { Decimal, Fecha } from '@timbre/values';

/** Pseudo-random values, the same for the same seed. */
export interface Chance {
  /** A whole number from `least` to `most`, both included. */
  readonly whole: (least: number, most: number) => number;
  /** True with a probability of `percent` in a hundred. */
  readonly percent: (percent: number) => boolean;
  readonly oneOf: <Item>(items: readonly Item[]) => Item;
  /** An amount in cents, two decimals. */
  readonly amount: (least: number, most: number) => Decimal;
}

/** A generator (mulberry32) from a seed. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const whole = (least: number, most: number) => least + (next() % (most - least + 1));
  return {
    whole,
    percent: (percent) => next() % 100 < percent,
    oneOf: (items) => items[next() % items.length]!,
    amount: (least, most) => ({ units: whole(least, most), scale: 2 }),
  };
}

/** An invented RNC with its check digit, from a number of up to seven digits. No RNC in use begins with 9. */
export function inventedRNC(n: number): string {
  const digits = `9${String(n % 10_000_000).padStart(7, '0')}`;
  const total = [7, 9, 8, 6, 5, 4, 3, 2].reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0);
  return digits + (((10 - (total % 11)) % 9) + 1);
}

/** An invented cédula with its check digit, from a number of up to nine digits. No office has its first digit, 9. */
export function inventedCedula(n: number): string {
  const digits = `9${String(n % 1_000_000_000).padStart(9, '0')}`;
  let total = 0;
  for (let i = 0; i < 10; i++) {
    const product = Number(digits[i]) * (i % 2 === 0 ? 1 : 2);
    total += product > 9 ? product - 9 : product;
  }
  return digits + ((10 - (total % 10)) % 10);
}

/** A number of a receipt: B and 10 digits, E and 12. */
export const ncfOf = (tipo: string, n: number): string => tipo + String(n).padStart(tipo.startsWith('B') ? 8 : 10, '0');

/** A day of a year. */
export const dayOf = (year: number, month: number, day: number): Fecha =>
  `${String(day).padStart(2, '0')}-${String(month).padStart(2, '0')}-${year}` as Fecha;

/** Percent of an amount with two decimals, rounded half-up. */
export const percentOf = ({ units, scale }: Decimal, percent: number): Decimal => ({
  units: Math.floor((Number(units) * percent + 50) / 100),
  scale,
});

/** Sum of amounts with two decimals. */
export const plus = (...amounts: readonly Decimal[]): Decimal => ({
  units: amounts.reduce((sum, { units }) => sum + Number(units), 0),
  scale: 2,
});
