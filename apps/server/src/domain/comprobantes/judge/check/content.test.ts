import { rules } from '@timbre/ecf';
import { expect, test } from 'vitest';
import { checkOfCode } from './content.ts';

test('every rule of an e-CF or a summary belongs to one check, and each of the three has some', () => {
  const own = rules.filter(({ code }) => /^(?:ECF|RFCE)-/.test(code));
  expect([...new Set(own.map(({ code }) => checkOfCode(code)))].sort()).toEqual([
    'aritmetica',
    'referencias',
    'reglas',
  ]);
  // The sums of the official formats are observations; none of them is called a plain rule.
  const sums = own.filter(({ code }) => /-(?:TOTALES|SUBTOTAL-0[2-4]|PAGINA-0[5-8])/.test(code));
  expect(sums.filter(({ code }) => checkOfCode(code) !== 'aritmetica')).toEqual([]);
});
