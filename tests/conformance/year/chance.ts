// Random choices that a seed repeats, and invented tax numbers with their check digits.

export interface Chance {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  oneOf<One>(all: readonly One[]): One;
  isLucky(percent: number): boolean;
}

/** Random choices from a seed (xorshift). */
export function chanceOf(seed: number): Chance {
  let state = (seed ^ 0x9e37_79b9) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  for (let i = 0; i < 8; i++) next();
  const whole = (least: number, most: number) => least + (next() % (most - least + 1));
  return { whole, oneOf: (all) => all[whole(0, all.length - 1)]!, isLucky: (percent) => whole(1, 100) <= percent };
}

/** An RNC of a series that was never assigned. @source FACTS: weights 7 9 8 6 5 4 3 2, modulo 11 */
export function rncOf(n: number): string {
  const stem = `198${String(n).padStart(5, '0')}`;
  const weights = [7, 9, 8, 6, 5, 4, 3, 2];
  const rest = weights.reduce((sum, weight, i) => sum + weight * Number(stem[i]), 0) % 11;
  return stem + (rest === 0 ? 2 : rest === 1 ? 1 : 11 - rest);
}

/** An invented cédula: its last digit is that of Luhn. */
export function cedulaOf(n: number): string {
  const stem = `000${String(n).padStart(7, '0')}`;
  const sum = [...stem].reduce((total, digit, i) => {
    const product = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return stem + ((10 - (sum % 10)) % 10);
}
