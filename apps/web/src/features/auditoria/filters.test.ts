import { expect, it } from 'vitest';
import { readFilters } from './filters.ts';

it('an address contains the filters of the record', () => {
  const search = { grupo: 'usuario', desde: '2026-11-01', hasta: '2026-11-21', quien: 'ana' };
  expect(readFilters(search)).toEqual(search);
});

it('a value that the address cannot have is left out', () => {
  const search = { grupo: 'otro', desde: '2026-02-30', hasta: 7, quien: '', más: true };
  expect(readFilters(search)).toEqual({});
});

it('a name of digits, which the router reads as a number, is read as a name', () => {
  expect(readFilters({ quien: 131246796 })).toEqual({ quien: '131246796' });
});
