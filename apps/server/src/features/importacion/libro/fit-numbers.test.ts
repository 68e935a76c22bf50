import { expect, test } from 'vitest';
import { numberFitter } from './fit-numbers.ts';

/** The cells of a row after the conversion of its numbers. The last cell is a text. */
const fitted = (kind: 'ECF' | 'RFCE', headers: readonly string[], cells: readonly string[]) => {
  const row = { number: 2, cells: [...cells], numbers: cells.map((_, i) => i).slice(0, -1), bad: [] };
  numberFitter(kind, headers)(row);
  return row.cells;
};

test('discounts and surcharges of an e-CF get two decimals where they are numbers; other amounts stay', () =>
  expect(
    fitted(
      'ECF',
      [
        'RecargoMonto[1]',
        'MontoSubDescuento[1][2]',
        'MontosubRecargo[1][1]',
        'MontoDescuentooRecargo[1]',
        'MontoItem[1]',
        'RecargoMonto[2]',
      ],
      ['100', '33.333333333333336', '12.5', '0.005', '1500.5', '7.5'],
    ),
  ).toEqual(['100.00', '33.33', '12.50', '0.01', '1500.5', '7.5']));

test('a code becomes the one of its table; the amounts of a summary get their second decimal', () => {
  expect(fitted('ECF', ['TipoIngresos', 'NombreItem[1]'], ['1', 'Café'])).toEqual(['01', 'Café']);
  expect(fitted('RFCE', ['MontoTotal', 'RNCEmisor'], ['1500.5', '199000005'])).toEqual(['1500.50', '199000005']);
});
