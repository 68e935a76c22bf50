import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDateText, numberText, parseNumberFormat } from './cell-text.ts';

const text = (stored: string, code?: string, id = 0, date1904 = false) =>
  numberText(stored, parseNumberFormat(code, id), date1904);

describe('a number cell', () => {
  it.each([
    ['1500', '1500'],
    ['-1500.5', '-1500.5'],
    ['10.50', '10.50'],
    ['0.30000000000000004', '0.3'],
    ['1234.5600000000002', '1234.56'],
    ['133009889', '133009889'],
    ['2E-3', '0.002'],
    ['1.5E+20', '150000000000000000000'],
    ['1.0000000000000001E-5', '0.00001'],
    ['-0', '0'],
    ['0', '0'],
    ['12345678901234567890', '12345678901234567890'],
  ])('a number cell without a format, %s, is the text %s', (stored, expected) => {
    expect(text(stored)).toBe(expected);
  });

  it.each([
    ['1500', '0.00', '1500.00'],
    ['1500.5', '#,##0.00', '1500.50'],
    ['12.3456', '0.00', '12.3456'],
    ['1', '00', '01'],
    ['10100', '000000', '010100'],
    ['7', '"RD$"#,##0.00_);[Red]("RD$"#,##0.00)', '7.00'],
    ['7', '[$RD$-1C0A]#,##0.00', '7.00'],
    ['0.18', '0%', '18'],
    ['0.07', '0.00%', '7.00'],
    ['1500', '0.00E+00', '1500'],
    ['0.5', '# ?/?', '0.5'],
    ['112345673', '000-0000000-0', '00112345673'],
    ['112345673', '000 0000000 0', '00112345673'],
    ['8095551234', '(000) 000-0000', '8095551234'],
  ])('the number %s with the format %s is the text %s', (stored, code, expected) => {
    expect(text(stored, code)).toBe(expected);
  });

  it('a number cell with the built-in format 2 shows its two decimals', () => {
    expect(text('1500', undefined, 2)).toBe('1500.00');
  });

  it('a number cell of at most 15 digits keeps every digit, whatever a format adds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999, max: 999_999_999 }),
        fc.integer({ min: 0, max: 6 }),
        (units, scale) => {
          const value = units / 10 ** scale;
          expect(Number(text(String(value)))).toBe(value);
          expect(Number(text(String(value), '#,##0.00'))).toBe(value);
          expect(text(String(value))).toMatch(/^-?\d+(\.\d*[1-9])?$/);
        },
      ),
    );
  });
});

describe('a date cell', () => {
  it.each([
    ['46128', 'dd/mm/yyyy', '16-04-2026'],
    ['46128', undefined, '16-04-2026'],
    ['46128', '[$-1C0A]d" de "mmmm" de "yyyy', '16-04-2026'],
    ['46128.75', 'dd/mm/yyyy', '16-04-2026'],
    ['46128.75', 'dd-mm-yyyy hh:mm:ss', '16-04-2026 18:00:00'],
    ['46128', 'yyyy-mm-dd hh:mm:ss', '16-04-2026'],
    ['46128.999999', 'dd-mm-yyyy hh:mm:ss', '17-04-2026'],
    ['0.5', 'hh:mm', '12:00:00'],
    ['1', 'dd/mm/yyyy', '01-01-1900'],
    ['61', 'dd/mm/yyyy', '01-03-1900'],
    ['2958465', 'dd/mm/yyyy', '31-12-9999'],
  ])('the date %s with the format %s is %s', (stored, code, expected) => {
    expect(text(stored, code, 14)).toBe(expected);
  });

  it('a date cell counts from 1904 where the workbook does', () => {
    expect(text('44666', 'dd/mm/yyyy', 0, true)).toBe('16-04-2026');
  });

  it('a date cell out of the calendar stays the number it is', () => {
    expect(text('99999999', 'dd/mm/yyyy')).toBe('99999999');
    expect(text('-5', 'dd/mm/yyyy')).toBe('-5');
  });

  it('a date cell stored as ISO 8601 gives the same texts', () => {
    expect(isoDateText('2026-04-16')).toBe('16-04-2026');
    expect(isoDateText('2026-04-16T18:00:00.000')).toBe('16-04-2026 18:00:00');
    expect(isoDateText('mañana')).toBe('mañana');
  });
});
