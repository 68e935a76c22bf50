import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as mapping from '../index.ts';

describe('files', () => {
  const known: mapping.AccountMapping = {
    mapping606: { campo11: ['a', 'b'], monto_facturado_bienes: ['c'] },
    mapping607: { campo9: ['d'] },
    mapeoTipos606: { a: '09' },
    mapeoTipos607: { d: 1 },
  };

  test('an exported mapping is read back, also inside `mapeo`', () => {
    expect(mapping.readMapping(JSON.parse(JSON.stringify(known)))).toEqual({ partes: known, descartes: [] });
    expect(mapping.readMapping({ mapeo: known, fechaActualizacion: 'x' })?.partes).toEqual(known);
  });

  test('any mapping survives its file, whatever the ids', () => {
    const id = fc.string({ minLength: 1, maxLength: 20 });
    const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(ids, fc.dictionary(id, fc.constantFrom('01' as const, '11' as const)), (campo11, mapeoTipos606) => {
        const any = { mapping606: { campo11 }, mapeoTipos606 };
        const read = mapping.readMapping(JSON.parse(JSON.stringify(any)))!;
        expect(Object.entries(read.partes.mapeoTipos606!)).toEqual(Object.entries(mapeoTipos606));
        expect(read.partes.mapping606).toEqual({ campo11 });
      }),
    );
  });

  test('field names of the other reading, codes in any form and accounts as objects are read', () => {
    expect(
      mapping.readMapping({
        mapping606: { campo11: [{ id: 'a', name: 'A' }, { accountNumber: 7 }, 'a'] },
        mappingTiposBienesServicios: { a: 9, b: { tipo: '02' } },
        mappingTiposIngresos607: { d: '01' },
      })?.partes,
    ).toEqual({
      mapping606: { campo11: ['a', '7'] },
      mapeoTipos606: { a: '09', b: '02' },
      mapeoTipos607: { d: 1 },
    });
  });

  test('unknown fields and codes are left out and reported', () => {
    expect(
      mapping.readMapping({
        mapping606: { campo99: ['a'], campo17: ['b'], campo12: [{}] },
        mapeoTipos606: { a: '12' },
        mapeoTipos607: { b: 'x' },
      }),
    ).toEqual({
      partes: { mapping606: {}, mapeoTipos606: {}, mapeoTipos607: {} },
      descartes: [
        '606: el campo «campo99» no existe o no lleva cuentas',
        '606: el campo «campo17» no existe o no lleva cuentas',
        '606: el campo campo12 trae cuentas sin código',
        'Tipos 606: «12» de la cuenta a no es un código',
        'Tipos 607: «x» de la cuenta b no es un código',
      ],
    });
  });

  test('groups in the older form are read as a classification', { tags: ['SR3-13'] }, () => {
    expect(
      mapping.readMapping({
        reporte606: {
          alquileres: { casilla: '05', descripcion: 'x', cuentas: ['a'] },
          seguros: [{ id: 'b' }],
          otrosGastos: { cuentas: ['c'] },
        },
        reporte607: { ventasGravadas: { cuentas: ['d'] }, otrosIngresos: { cuentas: ['e'] } },
        metadata: { version: '1.0' },
      })?.partes,
    ).toEqual({ mapeoTipos606: { a: '03', b: '11', c: '02' }, mapeoTipos607: { d: 1, e: 6 } });
  });

  test('a file without a mapping is none, and no file makes the reader fail', () => {
    for (const bad of [null, [], 'mapping606', {}, { mapping606: [] }])
      expect(mapping.readMapping(bad)).toBeUndefined();
    expect(mapping.readMapping({ mapeoTipos606: { 5: { toString: null } }, mapeoTipos607: { 4: [{}] } })).toEqual({
      partes: { mapeoTipos606: {}, mapeoTipos607: {} },
      descartes: ['Tipos 606: «» de la cuenta 5 no es un código', 'Tipos 607: «» de la cuenta 4 no es un código'],
    });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        mapping.readMapping({ mapping606: value, mapeoTipos606: value, reporte607: value });
        mapping.readExcelColumns({ columnasExcel606: value });
        expect(mapping.readAccount(value)?.name).not.toBe('');
      }),
    );
    expect(
      mapping.readMapping(JSON.parse('{"mapeoTipos606":{"__proto__":"02"}}'))?.partes.mapeoTipos606,
    ).toHaveProperty(['__proto__'], '02');
  });

  test('a sheet with report, field and account is a mapping', () => {
    expect(
      mapping.readMappingRows([
        ['Reporte', 'Campo', 'Cuenta', 'Nombre'],
        ['606', 'campo11', 'a', 'A'],
        ['606', 'campo11', 'b'],
        ['607', 'campo9', 'c'],
        ['tipos606', '02', 'a'],
        ['Tipos 607', '01', 'c'],
        ['606', undefined, 'x'],
      ])?.partes,
    ).toEqual({
      mapping606: { campo11: ['a', 'b'] },
      mapping607: { campo9: ['c'] },
      mapeoTipos606: { a: '02' },
      mapeoTipos607: { c: 1 },
    });
    expect(mapping.readMappingRows([['Cuenta', 'Nombre']])).toBeUndefined();
    const below = [['Mapeo de 2026'], ['Destino', 'Tipo', 'Account'], ['606', 'campo11', 'a']];
    expect(mapping.readMappingRows(below)?.partes).toEqual({ mapping606: { campo11: ['a'] } });
  });

  test('a flexible mapping names detected columns and existing fields', () => {
    const { emptyDynamicMapping } = mapping;
    expect(
      mapping.dynamicMappingFaults({
        ...emptyDynamicMapping,
        columnasDetectadas: ['NCF', 'ITBIS'],
        mapeo606: { ITBIS: 'campo11', Total: 'campo12' },
        mapeo607: { NCF: 'campo99' },
      }),
    ).toEqual(['606: la columna «Total» no está en la hoja', '607: el campo «campo99» no existe']);
  });
});
