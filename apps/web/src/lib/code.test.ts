import { expect, it } from 'vitest';
import { digitsOf, grouped } from './code.ts';

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
])('%j as a code is %s', (typed, code) => expect(digitsOf(typed)).toBe(code));

it('a key is shown in groups of four', () => expect(grouped('ABCDEFGHIJ')).toBe('ABCD EFGH IJ'));
