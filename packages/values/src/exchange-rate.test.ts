import { expect, test } from 'vitest';
import { decimal } from './decimal.ts';
import { rateFault } from './exchange-rate.ts';

test.each([
  ['USD', '60.125'],
  ['usd', '17.05'],
  ['EUR', '69.9'],
  ['JPY', '0.41'],
  ['COP', '0.0145'],
  ['HTG', '0.46'],
])('%s at %s is a rate', (currency, rate) => expect(rateFault(currency, decimal(rate))).toBeUndefined());

test.each([
  ['USD', undefined, 'no tiene tasa de cambio'],
  ['USD', '0', 'es 0'],
  ['USD', '0.00', 'es 0'],
  ['USD', '-60.125', 'es negativa'],
  ['USD', '1', 'es 1'],
  ['EUR', '1.0000', 'es 1'],
  ['COP', '1', 'es 1'],
  ['USD', '0.0166', 'no es posible'],
  ['USD', '6012.50', 'no es posible'],
  ['EUR', '1.08', 'no es posible'],
  ['JPY', '41000', 'no es posible'],
])('%s at %s is none: %s', (currency, rate, why) =>
  expect(rateFault(currency, rate === undefined ? undefined : decimal(rate))).toContain(why),
);
