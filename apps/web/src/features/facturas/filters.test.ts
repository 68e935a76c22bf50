import { describe, expect, it } from 'vitest';
import { anyDateOf, datesOf, periodsOf, readFilters, searchFilter } from './filters.ts';

const now = Date.parse('2026-11-21T13:41:07Z');

describe('the address of the list', () => {
  it('is read where it is understood and passed over where it is not', () => {
    expect(readFilters({ estado: 'aceptado', ambiente: 'ecf', desde: '2026-11-01', eNCF: 'E31', nada: 1 })).toEqual({
      estado: 'aceptado',
      ambiente: 'ecf',
      desde: '2026-11-01',
      eNCF: 'E31',
    });
    expect(readFilters({ estado: 'perdido', ambiente: 3, desde: '2026-02-30', todas: 'sí', eNCF: '' })).toEqual({});
  });

  it('gives digits back as the text they were', () => expect(readFilters({ eNCF: 31 })).toEqual({ eNCF: '31' }));

  it('is cut to what the server takes', () => {
    expect(readFilters({ eNCF: 'E'.repeat(20), trackId: 'a'.repeat(99) })).toEqual({
      eNCF: 'E'.repeat(13),
      trackId: 'a'.repeat(64),
    });
  });
});

describe('the dates', () => {
  it('are today at both ends unless something is said', () => {
    expect(datesOf({}, now)).toEqual({ desde: '2026-11-21', hasta: '2026-11-21' });
    expect(datesOf({ estado: 'aceptado' }, now)).toEqual({ desde: '2026-11-21', hasta: '2026-11-21' });
    expect(datesOf({ hasta: '2026-11-01' }, now)).toEqual({ hasta: '2026-11-01' });
    expect(datesOf({ todas: true }, now)).toEqual({});
  });

  it('can be left out, keeping the rest', () => {
    expect(anyDateOf({ estado: 'aceptado', desde: '2026-11-01', hasta: '2026-11-02' })).toEqual({
      estado: 'aceptado',
      todas: true,
    });
  });

  it('are chosen by the name of a period', () => {
    expect(periodsOf(now).map(({ nombre, filters }) => [nombre, datesOf(filters, now)])).toEqual([
      ['Hoy', { desde: '2026-11-21', hasta: '2026-11-21' }],
      ['7 días', { desde: '2026-11-15', hasta: '2026-11-21' }],
      ['Mes', { desde: '2026-11-01', hasta: '2026-11-21' }],
      ['Todas', {}],
    ]);
  });
});

it('tells an eNCF from a Track ID by its digits', () => {
  expect(searchFilter('e3100')).toEqual({ eNCF: 'e3100' });
  expect(searchFilter('000012')).toEqual({ eNCF: '000012' });
  expect(searchFilter('9b1c7e52')).toEqual({ trackId: '9b1c7e52' });
  expect(searchFilter('')).toEqual({});
});
