import { expect, test } from 'vitest';
import { faultOfDates, monthOfRango, periodoOfRango, rangoOf, readSearch } from './search.ts';

const noon = Date.parse('2026-11-24T16:00:00Z');

test('a screen without dates is of the current month', { tags: ['SR2-2'] }, () => {
  expect(rangoOf({}, noon)).toEqual({ fechaDesde: '2026-11-01', fechaHasta: '2026-11-30' });
  expect(rangoOf({}, Date.parse('2027-01-01T02:00:00Z'))).toEqual({
    fechaDesde: '2026-12-01',
    fechaHasta: '2026-12-31',
  });
});

test('the valid parts of the address are read; dates come in pairs and in order', () => {
  expect(readSearch({ tab: 607, vista: 'preparar', desde: '2026-08-01', hasta: '2026-08-31' })).toEqual({
    tab: '607',
    vista: 'preparar',
    desde: '2026-08-01',
    hasta: '2026-08-31',
  });
  expect(readSearch({ tab: 'it2', vista: 'todo', desde: '2026-08-01' })).toEqual({});
  expect(readSearch({ tab: '606', vista: 'reporte', desde: '2026-09-01', hasta: '2026-08-31' })).toEqual({});
});

test('a month is its first to its last day; of other dates, the month in which they begin', () => {
  expect(monthOfRango({ fechaDesde: '2028-02-01', fechaHasta: '2028-02-29' })).toBe('202802');
  expect(monthOfRango({ fechaDesde: '2028-02-01', fechaHasta: '2028-02-28' })).toBeUndefined();
  expect(periodoOfRango({ fechaDesde: '2028-02-11', fechaHasta: '2028-03-28' })).toBe('202802');
});

test('dates that cannot be applied are refused in the words of the specification', () => {
  expect(faultOfDates('', '2026-08-31')).toBe('Por favor seleccione ambas fechas');
  expect(faultOfDates('2026-09-01', '2026-08-31')).toBe('La fecha desde no puede ser mayor que la fecha hasta');
  expect(faultOfDates('2026-08-31', '2026-08-31')).toBeUndefined();
});
