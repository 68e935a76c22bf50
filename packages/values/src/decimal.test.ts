import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  abs,
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  formatMonto,
  integer,
  isNegative,
  isZero,
  mul,
  neg,
  parseDecimal,
  round,
  sub,
  sum,
  zero,
} from './index.ts';

/** Integers below, above and at the limit of what a float holds exactly. */
const units = fc.oneof(
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  fc.bigInt({ min: -(10n ** 7n), max: 10n ** 7n }),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
);
const decimals = fc.record({ units, scale: fc.nat({ max: 8 }) }).map((d): Decimal => decimal(fixed(d.units, d.scale)));

/** `units` ÷ 10^`scale` in digits, written without the code under test. */
function fixed(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`;
}

describe('parseDecimal', () => {
  it.each(['0', '-0', '00.10', '750.5212', '9999999999999999.99', '99999999999999999999.9999', '-3.5'])(
    'the text %s is read exactly',
    (text) => {
      const value = parseDecimal(text);
      expect(value).toBeDefined();
      expect(formatDecimal(value as Decimal)).toBe(text.replace(/^-0$/, '0').replace(/^00/, '0'));
    },
  );

  it.each([
    '',
    '-',
    '.',
    '.5',
    '5.',
    '-.5',
    '1,000.00',
    '+1',
    ' 1',
    '1 ',
    '1e5',
    '1.2.3',
    '--1',
    '1-',
    'NaN',
    '٣',
    '1'.repeat(41),
  ])('the text %j is no decimal', (text) => expect(parseDecimal(text)).toBeUndefined());

  it('digits beyond what a float holds are kept', () => {
    expect(parseDecimal('9007199254740993.01')).toEqual({ units: 900719925474099301n, scale: 2 });
    expect(parseDecimal('90071992547409.91')).toEqual({ units: 9007199254740991, scale: 2 });
    expect(parseDecimal('-0.00')).toEqual({ units: 0, scale: 2 });
  });

  it('a written decimal is read back the same', () => {
    fc.assert(
      fc.property(decimals, (d) => {
        expect(parseDecimal(formatDecimal(d))).toEqual(d);
      }),
    );
  });

  it('decimal() throws where there is no number', () => {
    expect(decimal('0.18')).toEqual({ units: 18, scale: 2 });
    expect(() => decimal('18%')).toThrow(RangeError);
  });
});

describe('arithmetic', () => {
  it('the arithmetic of decimals is that of fractions', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const exact = (d: Decimal) => BigInt(d.units) * 10n ** BigInt(16 - d.scale);
        expect(exact(add(a, b))).toBe(exact(a) + exact(b));
        expect(exact(sub(a, b))).toBe(exact(a) - exact(b));
        expect(BigInt(mul(a, b).units) * 10n ** BigInt(32 - a.scale - b.scale)).toBe(exact(a) * exact(b));
        expect(Math.sign(compare(a, b))).toBe(exact(a) < exact(b) ? -1 : exact(a) > exact(b) ? 1 : 0);
        expect(exact(abs(a)) >= 0n && exact(add(neg(a), a)) === 0n).toBe(true);
      }),
    );
  });

  it('sums of decimals do not lose cents the way floats do', () => {
    expect(formatDecimal(sum(['0.1', '0.2'].map(decimal)))).toBe('0.3');
    expect(compare(decimal('1.5'), decimal('1.50'))).toBe(0);
    expect(isZero(sub(decimal('1.5'), decimal('1.50')))).toBe(true);
    expect(isNegative(decimal('-0.01'))).toBe(true);
    expect(sum([])).toEqual(zero);
    expect(integer(3)).toEqual(decimal('3'));
    expect(() => integer(0.5)).toThrow(RangeError);
  });

  it.each([
    ['750.5212', '750.52'],
    ['750.5276', '750.53'],
    ['0.005', '0.01'],
    ['-0.005', '-0.01'],
    ['-0.004', '0.00'],
    ['2.675', '2.68'],
    ['1', '1.00'],
  ])('the decimal %s is rounded half-up to %s', (text, expected) => {
    expect(formatDecimal(decimal(text), 2)).toBe(expected);
  });

  it('decimals are rounded to the nearest, and away from zero when halfway', () => {
    fc.assert(
      fc.property(decimals, fc.nat({ max: 6 }), (d, scale) => {
        const error = abs(sub(round(d, scale), d));
        const half: Decimal = { units: 5, scale: scale + 1 };
        expect(compare(error, half)).toBeLessThanOrEqual(0);
        if (compare(error, half) === 0) expect(compare(abs(round(d, scale)), abs(d))).toBe(1);
      }),
    );
  });

  it('division is half-up, whatever the scales', () => {
    expect(formatDecimal(divide(decimal('80'), decimal('1.18'), 2))).toBe('67.80');
    expect(formatDecimal(divide(decimal('-1'), decimal('8'), 2))).toBe('-0.13');
    expect(formatDecimal(divide(decimal('1.00000'), decimal('3'), 2))).toBe('0.33');
    expect(() => divide(decimal('1'), zero, 2)).toThrow(RangeError);
    fc.assert(
      fc.property(decimals, decimals, fc.nat({ max: 6 }), (a, b, scale) => {
        if (isZero(b)) return;
        const rest = abs(sub(mul(divide(a, b, scale), b), a));
        expect(compare(rest, mul(abs(b), { units: 5, scale: scale + 1 }))).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('formatMonto', () => {
  it.each([
    ['250000', '250,000.00'],
    ['999.999', '1,000.00'],
    ['-1234567.5', '-1,234,567.50'],
    ['0', '0.00'],
    ['12345678901234.56', '12,345,678,901,234.56'],
  ])('the amount %s is written %s', (text, expected) => expect(formatMonto(decimal(text))).toBe(expected));
});
