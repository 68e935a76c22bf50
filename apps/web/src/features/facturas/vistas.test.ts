import { expect, test } from 'vitest';
import type { Filters } from './filters.ts';
import { busquedaOf, filtersOf } from './vistas.ts';

test('a view keeps the filters and the order, not what is open nor the page', () => {
  const filters: Filters = { estado: 'rechazado', todas: true, buscar: 'Peña & Hijos', eNCF: '31', orden: '-monto' };
  const busqueda = busquedaOf({ ...filters, pagina: 4, modo: 'paginas', doc: 'x' });
  expect(busqueda).toMatch(/^[\w=&%.~*!()'+-]*$/);
  expect(filtersOf({ busqueda })).toEqual(filters);
  expect(busquedaOf(filtersOf({ busqueda }))).toBe(busqueda);
  expect(filtersOf({ busqueda: 'estado=nada&x=1' })).toEqual({});
});
