import { expect, test } from 'vitest';
import { typedAmount } from './typed-amount.ts';

test.each([
  ['1,234.50', '1234.50'],
  ['RD$ 1,234,567.8', '1234567.8'],
  ['.5', '0.5'],
  ['12.', '12'],
  ['-3', '-3'],
  ['1,23', '1,23'],
  ['doce', 'doce'],
  ['', ''],
])('the amount %s is %s', (typed, amount) => expect(typedAmount(typed)).toBe(amount));
