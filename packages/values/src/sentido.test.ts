import { expect, test } from 'vitest';
import { clasesDeComprobante, esCompraPropia, esNota, resta, sentidoDe } from './sentido.ts';

test.each([
  ['E310000000001', undefined, 'venta', false],
  ['E460000000001', undefined, 'venta', false],
  ['E410000000001', undefined, 'compra', false],
  ['E43', undefined, 'compra', false],
  ['B1700000001', undefined, 'compra', false],
  ['E340000000001', 'E310000000001', 'venta', true],
  ['E340000000001', 'E410000000001', 'compra', true],
  ['E340000000001', 'B1100000001', 'compra', true],
  ['E330000000001', 'E470000000001', 'compra', false],
  ['E330000000001', undefined, 'venta', false],
  ['B0400000001', 'B0100000001', 'venta', true],
  // The reference of an invoice does not change its side.
  ['E310000000001', 'E410000000001', 'venta', false],
])('%s that modifies %s is a %s', (ncf, modificado, sentido, subtracts) => {
  expect([sentidoDe(ncf, modificado), resta(ncf)]).toEqual([sentido, subtracts]);
});

test('only credit notes subtract, and only notes modify', () => {
  const tipos = Object.keys(clasesDeComprobante);
  expect(tipos.filter(resta)).toEqual(['B04', 'E34']);
  expect(tipos.filter(esNota)).toEqual(['B03', 'B04', 'E33', 'E34']);
  expect(tipos.filter(esCompraPropia)).toEqual(['B11', 'B13', 'B17', 'E41', 'E43', 'E47']);
});
