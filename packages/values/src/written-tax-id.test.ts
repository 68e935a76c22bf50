import { expect, test } from 'vitest';
import { bareTaxId, lostDigits } from './written-tax-id.ts';

test.each([
  ['131-24679-6', '131246796'],
  ['RNC: 131 246 796', '131246796'],
  ['Cédula 001-1234567-8', '00112345678'],
  ['131246796.0', '131246796'],
  ['PA-123.456', 'PA-123.456'],
  [' EX-2\u00a0\u200b02 ', 'EX-2 02'],
  ['RNC: EX-202', 'EX-202'],
  ['Sin RNC', ''],
  ['000-00000-0', ''],
])('the number of a party in %j is %j', (written, number) => {
  expect(bareTaxId(written)).toBe(number);
});

test('a number that a sheet wrote with an exponent has lost digits', () => {
  expect(lostDigits('1.32111E+08')).toMatch(/^«1.32111E\+08» es un número abreviado/);
  expect(['131246796', 'E-202', 'PA-1E5', '40212345678'].map(lostDigits)).toEqual(Array(4).fill(undefined));
});
