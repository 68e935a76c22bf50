import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  formatBytes,
  formatClock,
  formatCounted,
  formatDate,
  formatDay,
  formatShortAmount,
  formatSpan,
  formatTinyAmount,
  formatWhen,
  isoDay,
} from './format.ts';

/** Intl writes narrow and no-break spaces; the tests compare with plain ones. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

const morning = Date.parse('2026-11-21T13:41:07Z'); // 9:41:07 in Santo Domingo

describe('amounts', () => {
  it.each([
    ['83320', '83,320.00'],
    ['25000000.00', '25,000,000.00'],
    ['-1234.5', '-1,234.50'],
    ['0.00', '0.00'],
    ['999', '999.00'],
    ['12345678901234567890.12', '12,345,678,901,234,567,890.12'],
    ['1.2345', '1.2345'],
    ['sin monto', 'sin monto'],
  ])('the amount %s is written %s', (travels, shown) => expect(formatAmount(travels)).toBe(shown));
});

it.each([
  ['48213904.55', '48.2 M'],
  ['-1000000.00', '-1 M'],
  ['999999.99', '999,999.99'],
  ['0.00', '0.00'],
])('the amount %s in few characters is %s', (travels, shown) => expect(plain(formatShortAmount(travels))).toBe(shown));

describe('dates', () => {
  it('the Dominican clock is shown in twelve hours', () => {
    expect(plain(formatClock(morning))).toBe('21/11/2026, 9:41:07 a. m.');
  });

  it('the hour is written without a line break', () => {
    expect(formatClock(morning)).toMatch(/ 9:41:07\u00a0a\.\u00a0m\.$/);
  });

  it('the hour is shown of today, and the day of other days', () => {
    expect(plain(formatWhen('2026-11-21T04:30:00Z', morning))).toBe('12:30 a. m.');
    expect(formatWhen('2026-11-21T03:59:59Z', morning)).toBe('20/11/2026');
  });

  it('the day of an instant is that of Santo Domingo, not Greenwich', () => {
    expect(isoDay(Date.parse('2026-11-22T03:59:59Z'))).toBe('2026-11-21');
  });

  it('a fiscal date is written with slashes', () => expect(formatDate('01-04-2020')).toBe('01/04/2020'));
});

it.each([
  ['118.00', '118'],
  ['95300.55', '95.3 k'],
  ['48200000.12', '48.2 M'],
])('the date %s in few characters is %s', (amount, words) => expect(plain(formatTinyAmount(amount))).toBe(words));

it('a noun agrees with its count', () => {
  expect(formatCounted(1, 'comprobante')).toBe('1 comprobante');
  expect(formatCounted(1284, 'comprobante')).toBe('1,284 comprobantes');
  expect(formatCounted(0, 'error', 'errores')).toBe('0 errores');
});

it.each([
  [1, '1 s'],
  [3_200, '4 s'],
  [58 * 60_000, '58 min'],
  [3_600_000, '1 h'],
  [65 * 60_000, '1 h 5 min'],
  [3_599_000, '1 h'],
])('%d ms lasts %s', (ms, words) => expect(formatSpan(ms)).toBe(words));

it.each([
  [11, '11 B'],
  [512 * 1024, '512 kB'],
  [10 * 1024 * 1024, '10 MB'],
  [1_500_000, '1.4 MB'],
])('%d bytes weigh %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));

it('the day of an instant is the one in Santo Domingo', () =>
  expect(['2031-11-21T03:59:59Z', '2031-11-21T04:00:00Z'].map(formatDay)).toEqual(['20/11/2031', '21/11/2031']));
