import { expect, it } from 'vitest';
import { readSearch } from './search.ts';

it('the valid parts of the address are read, and the others ignored', () => {
  expect(
    readSearch({ tab: 'mapeo', mapeo: 'itbis', parte: 'certificado', ambiente: 'ecf', dato: 'direccion' }),
  ).toEqual({
    tab: 'mapeo',
    mapeo: 'itbis',
    parte: 'certificado',
    ambiente: 'ecf',
    dato: 'direccion',
  });
  expect(readSearch({ tab: 'otra', mapeo: 3, parte: 'otra', ambiente: 'luna', dato: 'domicilio', más: 1 })).toEqual({});
});
