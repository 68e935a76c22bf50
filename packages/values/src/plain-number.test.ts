import { expect, test } from 'vitest';
import { plainNumber } from './plain-number.ts';

test.each([
  [1500.5, '1500.5'],
  [0.1 + 0.2, '0.3'],
  [118.00000000000001, '118'],
  [2e-7, '0.0000002'],
  [-0, '0'],
  [-12.5, '-12.5'],
  [123456789012345, '123456789012345'],
  [1234567890123.45, '1234567890123.45'],
  [12345678901234.56, undefined],
  [1e15, undefined],
  [-1e300, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
])('the number %s is %s', (value, text) => expect(plainNumber(value)).toBe(text));
