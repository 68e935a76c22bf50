import { describe, expect, it } from 'vitest';
import { detailsOf } from './details.ts';

describe('the data of an entry', () => {
  it('the data of an entry have readable names and values', () => {
    const datos = {
      ultimos: 'a1b2',
      ambiente: 'testecf',
      vence: '2028-12-31',
      rol: 'contador',
      activo: true,
      campos: ['a'],
    };
    expect(detailsOf(datos)).toEqual([
      ['Últimos caracteres', 'a1b2'],
      ['Ambiente', 'Pruebas'],
      ['Vence', '31/12/2028'],
      ['Rol', 'Contador'],
      ['Activo', 'Sí'],
      ['Campos', 'a'],
    ]);
  });

  it('the data of an entry are without what the line has already, and without what is empty', () =>
    expect(detailsOf({ por: 'ana', ip: '192.0.2.1', motivo: null, nota: '' })).toEqual([]));

  it('the data of an export are its filter', () => {
    const filter = { fechaDesde: '2026-01-01', estado: 'aceptado_condicional', tipo: '31', buscar: 'ferretería' };
    expect(detailsOf({ formato: 'csv', comprobantes: 3, ...filter, seleccionadas: 2 })).toEqual([
      ['Desde', '01/01/2026'],
      ['Estado', 'Aceptado condicional'],
      ['Tipo', '31'],
      ['Búsqueda', 'ferretería'],
      ['Seleccionadas', '2'],
    ]);
  });

  it('the data of an unknown kind keep their names', () =>
    expect(detailsOf({ otra: { a: 1 } })).toEqual([['otra', '{"a":1}']]));
});
