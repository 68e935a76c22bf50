import { decimal, type Fecha, formatDecimal, formatISODate, type Periodo } from '@timbre/values';
import { expect, test } from 'vitest';
import { dueDate } from './due-date.ts';
import { holidaySet, holidaysOf, weekday } from './feriados.ts';
import { individualIncomeTax } from './impuesto-renta.ts';
import { consumerThreshold, itbisRates } from './itbis.ts';

const day = (text: string) => text as Fecha;

/** Days off as announced by the Ministerio de Trabajo; 2027 is computed by the same rules. */
const published: Readonly<Record<number, string>> = {
  2024: '01-01 01-06 01-21 01-29 02-27 03-29 04-29 05-30 08-16 09-24 11-04 12-25',
  2025: '01-01 01-06 01-21 01-26 02-27 04-18 05-05 06-19 08-16 09-24 11-10 12-25',
  2026: '01-01 01-05 01-21 01-26 02-27 04-03 05-04 06-04 08-16 09-24 11-09 12-25',
  2027: '01-01 01-04 01-21 01-25 02-27 03-26 05-01 05-27 08-16 09-24 11-06 12-25',
};

test.each(Object.entries(published))('the holidays of %s have their days', (year, days) => {
  const computed = holidaysOf(Number(year)).map(({ fecha }) => formatISODate(fecha).slice(5));
  expect(computed.join(' ')).toBe(days);
});

test('a first of May on a Sunday is celebrated on the Monday', () => {
  expect(holidaysOf(2022).find(({ nombre }) => nombre === 'Día del Trabajo')!.fecha).toBe('02-05-2022');
});

test('each day of the week has its number', () => {
  expect([weekday(day('24-11-2026')), weekday(day('01-01-1900')), weekday(day('29-02-2024'))]).toEqual([2, 1, 4]);
});

test('a report is due on its day, or on the next working day', () => {
  const holidays = holidaySet(2024, 2027);
  const due = (report: Parameters<typeof dueDate>[0], periodo: string) => dueDate(report, periodo as Periodo, holidays);
  expect(due('606', '202609')).toBe('15-10-2026');
  expect(due('606', '202610')).toBe('16-11-2026');
  expect(due('607', '202607')).toBe('17-08-2026');
  expect(due('IT-1', '202608')).toBe('21-09-2026');
  expect(due('IT-1', '202609')).toBe('20-10-2026');
  expect(due('IR-17', '202510')).toBe('11-11-2025');
  expect(due('606', '202612')).toBe('15-01-2027');
  expect(dueDate('IR-17', '202510' as Periodo, new Set())).toBe('10-11-2025');
});

test('the annual scale of individuals is marginal', { tags: ['SR9-2'] }, () => {
  const tax = (income: string) => formatDecimal(individualIncomeTax(decimal(income), 2026), 2);
  expect(['-5', '416220', '416320', '624329', '724329', '867123', '967123'].map(tax)).toEqual([
    '0.00',
    '0.00',
    '15.00',
    '31216.35',
    '51216.00',
    '79774.80',
    '104776.00',
  ]);
});

test('rates and thresholds depend on the day', () => {
  expect(itbisRates(day('01-01-2026')).general).toEqual(decimal('18'));
  expect(consumerThreshold(day('30-06-2018'))).toEqual(decimal('50000'));
  expect(consumerThreshold(day('01-07-2018'))).toEqual(decimal('250000'));
});
