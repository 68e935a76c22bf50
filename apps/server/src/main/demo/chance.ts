import { seededRandom } from '@timbre/simulator';

/** Pseudo-random choices that are the same for the same seed. */
export interface Chance {
  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** True with this probability. */
  happens(share: number): boolean;
  of<T>(list: readonly T[]): T;
}

export function chanceOf(seed: number): Chance {
  const next = seededRandom(seed);
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { between, happens: (share) => next() < share, of: (list) => list[between(0, list.length - 1)]! };
}
