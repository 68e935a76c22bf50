import { expect, it } from 'vitest';
import { buyerOf } from './buyer.ts';

it.each([
  ['E310000000001', 'Comercial de Ejemplo SRL', '131246796', 'Comercial de Ejemplo SRL'],
  ['E310000000001', null, '131246796', '131-24679-6'],
  ['E320000000001', null, null, 'Consumidor final'],
  ['E430000000001', null, null, 'No aplica'],
  ['E470000000001', null, null, 'Sin comprador'],
])('the buyer of %s for %s, %s is %s', (eNCF, razonSocialComprador, rncComprador, says) =>
  expect(buyerOf({ eNCF, razonSocialComprador, rncComprador })).toBe(says),
);
