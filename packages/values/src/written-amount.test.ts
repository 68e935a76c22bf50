import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, formatDecimal, neg, parseDecimal } from './decimal.ts';
import { isPeso, readAmount } from './written-amount.ts';

const textOf = (written: string | number, notation?: 'punto'): string => {
  const read = readAmount(written, notation);
  return 'fault' in read ? read.fault : formatDecimal(read.value);
};

test.each<[string | number, string]>([
  ['RD$ 1,180.00', '1180.00'],
  ['RD$1,180.00', '1180.00'],
  ['$1,180.00', '1180.00'],
  ['1,180.00 DOP', '1180.00'],
  ['1.180,00', '1180.00'],
  ['12,5', '12.5'],
  ['1,234,567.89', '1234567.89'],
  ['1.234.567', '1234567'],
  ['1,234,567', '1234567'],
  ["1'180.50", '1180.50'],
  ['1 180,50', '1180.50'],
  ['1\u00a0180', '1180'],
  ['1180.125', '1180.125'],
  ['819.4515', '819.4515'],
  ['0.125', '0.125'],
  ['1,180.125', '1180.125'],
  ['.50', '0.50'],
  ['12.', '12'],
  ['+50', '50'],
  ['(50.00)', '-50.00'],
  ['RD$ (50.00)', '-50.00'],
  ['-RD$50.00', '-50.00'],
  ['RD$ -50', '-50'],
  ['50.00-', '-50.00'],
  ['\u221250', '-50'],
  ['-', '0'],
  [' RD$ -   ', '0'],
  ['$–', '0'],
  [819.451, '819.451'],
  [1180.5, '1180.5'],
  [0.1, '0.1'],
  [1e3, '1000'],
  [1e-7, '0.0000001'],
  [1.5e-7, '0.00000015'],
  [5e-324, '0.00000000000000000000'],
  [-0, '0'],
  [0.1 + 0.2, '0.30000000000000004'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
])('the written amount %s is %s', (written, amount) => expect(textOf(written)).toBe(amount));

test.each([
  'mil',
  '',
  '1,18,0.00',
  '1.180.00',
  '1,1800.00',
  '1e5',
  '--5',
  '-(5)',
  '(5',
  '1 18',
  '1,180.000.0',
  '5 abc',
  '12%',
])('«%s» is no amount', (text) => expect(textOf(text)).toBe(`«${text}» no es un monto`));

test.each<[string, string]>([
  ['1.180', '«1.180» puede ser 1,180.00 o 1.18: escríbalo 1180.00 o 1.18'],
  ['1,180', '«1,180» puede ser 1,180.00 o 1.18: escríbalo 1180.00 o 1.18'],
  ['RD$ 819.451', '«RD$ 819.451» puede ser 819,451.00 o 819.45: escríbalo 819451.00 o 819.45'],
])('%s has two readings, and both are reported', (text, fault) => expect(textOf(text)).toBe(fault));

test('the peso is known by its names and marks, and no other currency is', () => {
  const [own, others] = [
    ['DOP', 'rd$', ' RD$ ', '$', 'Peso', 'Pesos dominicanos', ''],
    ['USD', 'US$', 'EUR', '€', 'Dólares'],
  ];
  expect([own.every(isPeso), others.some(isPeso)]).toEqual([true, false]);
});

test.each(['US$ 1,180.00', 'US$1180', 'U$S 10', 'USD 1,180.00', '1180 USD', '€ 10.00', '10,00 EUR', '£5', 'R$ 5'])(
  'the amount %s is of another currency',
  (text) => expect(textOf(text)).toMatch(/está en otra moneda \(\S+\): el monto va en pesos$/),
);

test.each([1e21, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 12345678901234.566])(
  'the JSON number %s may have lost digits',
  (value) => expect(textOf(value)).toMatch(/tiene más dígitos de los que se leen con exactitud: escríbalo como texto$/),
);

test.each([
  ['1.180', '1.180'],
  ['1,180', '1180'],
  ['12.125', '12.125'],
  ['1.180,50', '1180.50'],
])('the amount in a field that shows what it has read: %s is %s', (typed, amount) =>
  expect(textOf(typed, 'punto')).toBe(amount),
);

test('a comma in a field separates only thousands', () =>
  expect(textOf('1,23', 'punto')).toBe('«1,23» no es un monto'));

/** An amount with at most this many decimals, as its digits. */
const decimals = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 99n }))
  .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`);

test('each spelling of an amount with its cents is that amount', () => {
  const groups = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark);
  fc.assert(
    fc.property(
      decimals,
      fc.constantFrom([',', '.'], ['.', ','], [' ', ','], ["'", '.'], ['', '.'], ['', ',']),
      fc.constantFrom('', 'RD$', 'RD$ ', '$', 'DOP '),
      fc.constantFrom(['', ''], ['-', ''], ['(', ')']),
      (plain, [thousands, point], mark, [before, after]) => {
        const [whole, cents] = plain.split('.') as [string, string];
        const read = readAmount(`${before}${mark}${groups(whole, thousands!)}${point}${cents}${after}`);
        const amount = parseDecimal(plain)!;
        expect('value' in read && compare(read.value, before === '' ? amount : neg(amount))).toBe(0);
      },
    ),
  );
});

test('a JSON number is the decimal that its token states', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.integer({ min: 0, max: 5 }), (units, scale) => {
      const token = formatDecimal({ units, scale });
      const read = readAmount(JSON.parse(token) as number);
      expect('value' in read && compare(read.value, parseDecimal(token)!)).toBe(0);
    }),
  );
});
