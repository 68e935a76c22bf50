import { parsePeriodo } from '@timbre/values';
import { describe, expect, it } from 'vitest';
import { monthOf, monthPeriod, namedPeriods, periodName } from './period.ts';

/** 22/11/2026, 8 p. m. in Santo Domingo: the 23rd in UTC. */
const now = Date.parse('2026-11-23T00:00:00Z');
const nameOf = (desde?: string, hasta?: string) =>
  periodName({ ...(desde && { desde }), ...(hasta && { hasta }) }, now);

describe('a period in words', () => {
  it.each([
    ['2026-11-22', '2026-11-22', 'Hoy'],
    ['2026-11-21', '2026-11-21', 'Ayer'],
    ['2026-11-16', '2026-11-22', 'Últimos 7 días'],
    ['2026-11-01', '2026-11-30', 'Noviembre'],
    ['2026-10-01', '2026-10-31', 'Octubre'],
    ['2025-10-01', '2025-10-31', 'Octubre 2025'],
    ['2026-01-01', '2026-12-31', 'Este año'],
    ['2026-11-03', '2026-11-09', '3 al 9 de noviembre'],
    ['2026-10-28', '2026-11-03', '28 de octubre al 3 de noviembre'],
    ['2025-12-28', '2026-01-03', '28 de diciembre de 2025 al 3 de enero'],
    ['2025-03-28', '2025-04-03', '28 de marzo al 3 de abril de 2025'],
    ['2026-11-03', '2026-11-03', '3 de noviembre'],
    ['2026-11-03', undefined, 'Desde el 3 de noviembre'],
    [undefined, '2025-11-03', 'Hasta el 3 de noviembre de 2025'],
    [undefined, undefined, 'Todas las fechas'],
  ])('the period %s to %s is %s', (desde, hasta, name) => {
    expect(nameOf(desde, hasta)).toBe(name);
  });
});

describe('a month', () => {
  it('a month has its own number of days', () => {
    expect(monthPeriod(parsePeriodo('202602')!)).toEqual({ desde: '2026-02-01', hasta: '2026-02-28' });
    expect(monthPeriod(parsePeriodo('202802')!)).toEqual({ desde: '2028-02-01', hasta: '2028-02-29' });
    expect(monthPeriod(parsePeriodo('202612')!)).toEqual({ desde: '2026-12-01', hasta: '2026-12-31' });
  });

  it('a month is recognised by its days, and no others', () => {
    expect(monthOf({ desde: '2026-02-01', hasta: '2026-02-28' })).toBe('202602');
    expect(monthOf({ desde: '2028-02-01', hasta: '2028-02-28' })).toBeUndefined();
    expect(monthOf({ desde: '2026-02-01' })).toBeUndefined();
    expect(monthOf({})).toBeUndefined();
  });

  it('the month before January is the December of the year before', () => {
    const inJanuary = namedPeriods(Date.parse('2027-01-10T15:00:00Z'));
    expect(inJanuary.find(({ name }) => name === 'Mes pasado')?.period).toEqual({
      desde: '2026-12-01',
      hasta: '2026-12-31',
    });
  });
});
