import { rncCheckDigitHolds } from '@timbre/values';

/** Pseudo-random numbers that are the same for the same seeds. */
export interface Chance {
  /** Returns an integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** True with this probability. */
  happens(share: number): boolean;
  of<T>(list: readonly T[]): T;
}

/** @param seeds determine the numbers: mulberry32 seeded with their mixture */
export function chanceOf(...seeds: number[]): Chance {
  let state = seeds.reduce((mixed, seed) => (Math.imul(mixed ^ seed, 0x9e3779b1) + 0x6d2b79f5) >>> 0, 0x811c9dc5);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    happens: (share) => next() < share,
    of: (list) => list[between(0, list.length - 1)]!,
  };
}

/** Returns an invented RNC with a valid check digit. */
export function inventedRnc(chance: Chance): string {
  for (;;) {
    const rnc = `199${String(chance.between(0, 999_999)).padStart(6, '0')}`;
    if (rncCheckDigitHolds(rnc)) return rnc;
  }
}
