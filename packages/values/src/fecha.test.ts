import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  compareFecha,
  daysBetween,
  type Fecha,
  firstDay,
  formatFecha,
  formatFechaHora,
  formatISODate,
  isLateNote,
  lastDay,
  meantFecha,
  meantFechaHora,
  type Periodo,
  parseFecha,
  parseFechaHora,
  parseISODate,
  parsePeriodo,
  periodoOf,
} from './index.ts';

const fecha = (text: string) => parseFecha(text) as Fecha;
const instants = fc.integer({ min: Date.UTC(1901, 0, 1), max: Date.UTC(2098, 11, 31) });

describe('parseFecha', () => {
  it.each(['01-01-1900', '29-02-2024', '29-02-2000', '31-12-2099', '30-04-2026'])('the date %s is accepted', (text) =>
    expect(parseFecha(text)).toBe(text),
  );
  it.each([
    '29-02-2023',
    '29-02-1900',
    '31-04-2026',
    '00-01-2026',
    '01-13-2026',
    '1-1-2026',
    '01/01/2026',
    '01-01-26',
    '2026-01-01',
    '01-01-1899',
    'aa-01-2026',
    '',
  ])('the date %j is refused', (text) => expect(parseFecha(text)).toBeUndefined());
});

describe('the calendar', () => {
  it('days are added and counted across months and leap years', () => {
    expect(addDays(fecha('28-02-2024'), 1)).toBe('29-02-2024');
    expect(addDays(fecha('01-03-2023'), -1)).toBe('28-02-2023');
    expect(daysBetween(fecha('01-01-2024'), fecha('01-01-2025'))).toBe(366);
    fc.assert(
      fc.property(instants, fc.integer({ min: -300, max: 300 }), (instant, days) => {
        const from = formatFecha(instant);
        const to = addDays(from, days);
        expect(daysBetween(from, to)).toBe(days);
        expect(Math.sign(compareFecha(from, to))).toBe(-Math.sign(days) + 0);
        expect(parseISODate(formatISODate(to))).toBe(to);
      }),
    );
  });

  it('ISO dates are read only when they exist', () => {
    expect(parseISODate('2026-04-16')).toBe('16-04-2026');
    expect(parseISODate('2026-02-30')).toBeUndefined();
    expect(parseISODate('16-04-2026')).toBeUndefined();
  });
});

describe('the clock of Santo Domingo', () => {
  it('the clock of Santo Domingo is four hours behind UTC, in summer too', () => {
    expect(formatFechaHora(Date.UTC(2026, 0, 1, 3, 59, 59))).toBe('31-12-2025 23:59:59');
    expect(formatFechaHora(Date.UTC(2026, 6, 1, 4, 0, 0))).toBe('01-07-2026 00:00:00');
    expect(formatFecha(Date.UTC(2026, 0, 1, 3, 59, 59))).toBe('31-12-2025');
  });

  it('a written time is read back the same, to the second', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(parseFechaHora(formatFechaHora(instant))).toBe(Math.floor(instant / 1000) * 1000);
      }),
    );
  });

  it.each([
    '01-01-2026 24:00:00',
    '01-01-2026 12:60:00',
    '31-02-2026 10:00:00',
    '01-01-2026',
    '01-01-2026T10:00:00',
    '01-01-2026 1:00:000',
  ])('the time %j is refused', (text) => expect(parseFechaHora(text)).toBeUndefined());
});

it('a credit note is late from the 31st day on, across months and years', () => {
  expect(isLateNote(fecha('15-12-2026'), fecha('14-01-2027'))).toBe(false);
  expect(isLateNote(fecha('15-12-2026'), fecha('15-01-2027'))).toBe(true);
});

describe('Periodo', () => {
  it('a period is a month', () => {
    const abril = parsePeriodo('202604') as Periodo;
    expect(abril).toBe('202604');
    expect(periodoOf(fecha('16-04-2026'))).toBe('202604');
    expect([firstDay(abril), lastDay(abril)]).toEqual(['01-04-2026', '30-04-2026']);
    expect(lastDay(parsePeriodo('202402') as Periodo)).toBe('29-02-2024');
    expect([addMonths(abril, 9), addMonths(abril, -4), addMonths(abril, 0)]).toEqual(['202701', '202512', '202604']);
  });
  it.each(['202613', '202600', '20261', '189912', '2026-4', ''])('the period %j is refused', (text) =>
    expect(parsePeriodo(text)).toBeUndefined(),
  );
});

describe('the dates of the official schemas', () => {
  it.each([
    ['05-11-2026', '05-11-2026'],
    ['5-1-2026', '05-01-2026'],
    [' 5-01-2026\n', '05-01-2026'],
    ['31-02-2026', '28-02-2026'],
    ['30-2-2024', '29-02-2024'],
    ['31-11-2026', '30-11-2026'],
    ['32-01-2026', undefined],
    ['0-01-2026', undefined],
    ['01-13-2026', undefined],
    ['01-00-2026', undefined],
    ['01-01-1899', undefined],
    ['01/01/2026', undefined],
    ['', undefined],
  ])('the official date %j means %j', (text, meant) => {
    expect(meantFecha(text)).toBe(meant);
  });

  it('a date with a time is read as the official schemas do', () => {
    expect(meantFechaHora('5-11-2026 9:5:7')).toBe(parseFechaHora('05-11-2026 09:05:07'));
    expect(meantFechaHora('31-11-2026 23:59:59')).toBe(parseFechaHora('30-11-2026 23:59:59'));
    expect(meantFechaHora('05-11-2026 24:00:00')).toBeUndefined();
    expect(meantFechaHora('05-11-2026')).toBeUndefined();
  });
});
