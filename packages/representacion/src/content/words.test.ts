import { expect, test } from 'vitest';
import { amountText, percentText, quantityText } from './words.ts';

test('amounts have thousands apart and at least two decimals', () => {
  expect(['1234567.8', '8.3333', '50.0000', '0', '-1250.00'].map(amountText)).toEqual([
    '1,234,567.80',
    '8.3333',
    '50.00',
    '0.00',
    '\u22121,250.00',
  ]);
});

test('whole quantities have no decimals', () => {
  expect(['2.00', '2.5', '1500.25', '0.355'].map(quantityText)).toEqual(['2', '2.50', '1,500.25', '0.355']);
});

test('percentages have no more decimals than they need', () => {
  expect(['5.00', '2.50', '4.3'].map(percentText)).toEqual(['5 %', '2.5 %', '4.3 %']);
});

test('a text that is not a number stays as it is', () => {
  expect(amountText('—')).toBe('—');
});
