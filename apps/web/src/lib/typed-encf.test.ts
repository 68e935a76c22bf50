import { expect, test } from 'vitest';
import { readENCF } from './typed-encf.ts';

test.each([
  ['E310000000005', 'E310000000005'],
  [' e31 0000 000005 ', 'E310000000005'],
  ['E31-0000000005', 'E310000000005'],
  ['e31-5', 'E310000000005'],
  ['E 34 120', 'E340000000120'],
  ['E31-0', 'E31-0'],
  ['E39 5', 'E39 5'],
  ['E315', 'E315'],
  ['B0100000001', 'B0100000001'],
  ['Ferretería 31 5', 'Ferretería 31 5'],
  ['', ''],
])('the eNCF %s is %s', (typed, encf) => expect(readENCF(typed)).toBe(encf));
