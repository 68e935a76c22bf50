import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  cedulaCheckDigitHolds,
  cedulaWithoutZeros,
  formatENCF,
  formatTaxId,
  parseENCF,
  parseRNC,
  rncCheckDigitHolds,
} from './index.ts';

describe('RNC and cédula', () => {
  it('nine digits that are a cédula without its zeros are told from an RNC by the check digits', () => {
    expect(cedulaWithoutZeros('112345673')).toBe('00112345673');
    expect(['101010632', '112345674', '00112345673', ''].map(cedulaWithoutZeros)).toEqual(Array(4).fill(undefined));
  });

  it.each([
    ['101010632', '101010632', '101-01063-2'],
    ['101-01063-2', '101010632', '101-01063-2'],
    [' 402 1234567 8 ', '40212345678', '402-1234567-8'],
  ])('%j is read and shown', (text, digits, shown) => {
    expect(parseRNC(text)).toBe(digits);
    expect(formatTaxId(digits)).toBe(shown);
  });
  it.each(['', '12345678', '1234567890', '123456789012', '10101063a', '1'.repeat(50), '-'.repeat(9)])(
    '%j is no tax number',
    (text) => expect(parseRNC(text)).toBeUndefined(),
  );
  it('a text that is no tax number is shown as it came', () => expect(formatTaxId('A-1')).toBe('A-1'));
  it('a wrong check digit is detected', () => {
    expect([rncCheckDigitHolds('101010632'), rncCheckDigitHolds('101010633'), rncCheckDigitHolds('x')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([
      cedulaCheckDigitHolds('40212345678'),
      cedulaCheckDigitHolds('40212345679'),
      cedulaCheckDigitHolds('1'),
    ]).toEqual([true, false, false]);
  });
});

const vectors = new URL('../../../../shared/rnc/check-digit-vectors.json', import.meta.url);
describe.skipIf(!existsSync(vectors))('check digits of known numbers', () => {
  const known = existsSync(vectors) ? JSON.parse(readFileSync(vectors, 'utf8')) : undefined;
  it('the check digits of known numbers are valid, and others are not', () => {
    for (const [kind, holds] of [
      ['rnc', rncCheckDigitHolds],
      ['cedula', cedulaCheckDigitHolds],
    ] as const) {
      expect(known[kind].valid.filter((id: string) => !holds(id))).toEqual([]);
      expect(known[kind].invalid.filter(holds)).toEqual([]);
      expect(known[kind].whitelisted_though_failing.filter(holds)).toEqual([]);
    }
  });
});

describe('eNCF', () => {
  it('an eNCF is E, the type and ten digits', () => {
    expect(parseENCF('E310000000005')).toEqual({ eNCF: 'E310000000005', tipo: '31', secuencia: 5 });
    expect(formatENCF('47', 9_999_999_999)).toBe('E479999999999');
  });
  it.each(['E420000000001', 'e310000000001', 'E310000000000', 'B0100000001', 'E31000000001', 'E3100000000011', ''])(
    '%j is no eNCF',
    (text) => expect(parseENCF(text)).toBeUndefined(),
  );
  it.each([0, -1, 1.5, 10_000_000_000, Number.NaN])('an eNCF has no sequence %d', (secuencia) =>
    expect(() => formatENCF('31', secuencia)).toThrow(RangeError),
  );
});
