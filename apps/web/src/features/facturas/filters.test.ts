import { describe, expect, it } from 'vitest';
import { anyDateOf, datesOf, ordenOf, orderOf, readFilters, withDates } from './filters.ts';

const now = Date.parse('2026-11-21T13:41:07Z');
const id = '019f0000-0000-7000-8000-000000000001';

describe('the address of the list', () => {
  it('the valid parts of the address are read, and the others ignored', () => {
    const search = {
      estado: 'aceptado',
      ambiente: 'ecf',
      desde: '2026-11-01',
      eNCF: 'E31',
      tipo: 34,
      orden: '-monto',
      nada: 1,
    };
    expect(readFilters({ ...search, buscar: 'Ferretería', doc: id })).toEqual({
      estado: 'aceptado',
      ambiente: 'ecf',
      desde: '2026-11-01',
      eNCF: 'E31',
      tipo: '34',
      orden: '-monto',
      buscar: 'Ferretería',
      doc: id,
    });
    expect(
      readFilters({
        estado: 'perdido',
        ambiente: 3,
        desde: '2026-02-30',
        todas: 'sí',
        eNCF: '',
        tipo: '35',
        orden: '-nada',
        doc: 'x',
      }),
    ).toEqual({});
  });

  it('digits in the address are read as text', () => expect(readFilters({ eNCF: 31 })).toEqual({ eNCF: '31' }));

  it('the address is cut to what the server accepts', () => {
    expect(readFilters({ eNCF: 'E'.repeat(20), trackId: 'a'.repeat(99), buscar: 'b'.repeat(99) })).toEqual({
      eNCF: 'E'.repeat(13),
      trackId: 'a'.repeat(64),
      buscar: 'b'.repeat(64),
    });
  });
});

describe('the dates', () => {
  it('the dates are today at both ends unless the address has others', { tags: ['SI2.1-1'] }, () => {
    expect(datesOf({}, now)).toEqual({ desde: '2026-11-21', hasta: '2026-11-21' });
    expect(datesOf({ estado: 'aceptado' }, now)).toEqual({ desde: '2026-11-21', hasta: '2026-11-21' });
    expect(datesOf({ hasta: '2026-11-01' }, now)).toEqual({ hasta: '2026-11-01' });
    expect(datesOf({ todas: true }, now)).toEqual({});
  });

  it('the dates can be left out, keeping the rest', () => {
    expect(anyDateOf({ estado: 'aceptado', desde: '2026-11-01', hasta: '2026-11-02' })).toEqual({
      estado: 'aceptado',
      todas: true,
    });
  });

  it('the dates of today are not written in the address; others are', () => {
    const today = { desde: '2026-11-21', hasta: '2026-11-21' };
    expect(withDates({ estado: 'aceptado', todas: true }, today, now)).toEqual({ estado: 'aceptado' });
    expect(withDates({ hasta: '2026-11-30' }, { desde: '2026-11-01' }, now)).toEqual({ desde: '2026-11-01' });
    expect(withDates({ hasta: '2026-11-30' }, {}, now)).toEqual({ todas: true });
  });
});

it('the order of the table is that of the address', () => {
  expect(orderOf({ orden: '-monto' })).toEqual({ by: 'monto', descending: true });
  expect(orderOf({ orden: 'eNCF' })).toEqual({ by: 'eNCF', descending: false });
  expect(orderOf({})).toBeUndefined();
  for (const orden of ['-monto', 'eNCF', undefined] as const)
    expect(ordenOf(orderOf(orden === undefined ? {} : { orden }))).toBe(orden);
});
