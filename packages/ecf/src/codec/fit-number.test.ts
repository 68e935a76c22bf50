import { expect, test } from 'vitest';
import { numberFitter } from './fit-number.ts';

test.each([
  ['RecargoMonto', '100', '100.00'],
  ['MontoSubDescuento', '33.333333333333336', '33.33'],
  ['MontosubRecargo', '12.5', '12.50'],
  ['MontoDescuentooRecargo', '0.005', '0.01'],
  ['MontoItem', '1500.5', '1500.5'],
  ['TipoIngresos', '1', '01'],
  ['Provincia', '10000', '010000'],
  ['TipoIngresos', '9', '9'],
  ['NombreItem', '1', '1'],
])('in an e-CF, the number of %s %s is %s', { tags: ['S5-13'] }, (name, number, text) =>
  expect(numberFitter('ECF', name)(number)).toBe(text),
);

test('the amounts of a summary get their second decimal', () => {
  expect(numberFitter('RFCE', 'MontoTotal')('1500.5')).toBe('1500.50');
  expect(numberFitter('RFCE', 'RNCEmisor')('199000005')).toBe('199000005');
});
