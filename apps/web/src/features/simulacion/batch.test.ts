import { expect, test } from 'vitest';
import { batchFault, numbersOf, quantityFault, standardQuantities, totalOf } from './batch.ts';

test('the standard batch has 4, 4 and 2 of the invoices, 2 of the others, 1 debit and 2 credit notes', {
  tags: ['SI2.6-6'],
}, () => {
  expect(numbersOf(standardQuantities)).toEqual({
    31: 4,
    '32-resumen': 4,
    '32-alta': 2,
    41: 2,
    43: 2,
    44: 2,
    45: 2,
    46: 2,
    47: 2,
    33: 1,
    34: 2,
  });
  expect(totalOf(standardQuantities)).toBe(25);
  expect(batchFault(standardQuantities)).toBeUndefined();
});

test.each([
  ['0', true],
  ['50', true],
  ['51', false],
  ['-1', false],
  ['1.5', false],
  ['', false],
])('the quantity %j of a class is allowed: %s', (typed, allowed) => {
  expect(quantityFault(typed) === undefined).toBe(allowed);
});

test('a batch of nothing, or with a wrong quantity, does not run', { tags: ['SI2.6-6'] }, () => {
  const none = Object.fromEntries(Object.keys(standardQuantities).map((clase) => [clase, '0']));
  expect(batchFault(none as typeof standardQuantities)).toBe('Indique al menos un comprobante');
  expect(batchFault({ ...standardQuantities, 31: 'x' })).toBe('La cantidad debe ser un número entre 0 y 50');
  expect(totalOf({ ...standardQuantities, 31: 'x' })).toBe(21);
});
