import { describe, expect, it } from 'vitest';
import { municipiosDe, placeName, provincias } from './places.ts';
import { ProvinciaMunicipio } from './schema/codes/provincias-municipios.ts';

describe('the places of the table', () => {
  it('the table has 32 provinces, by name', () => {
    const list = provincias();
    expect(list).toHaveLength(32);
    expect(list[0]).toEqual({ code: '020000', name: 'Azua' });
    expect(list.map(({ name }) => name)).toContain('Distrito Nacional');
  });

  it('each place is a province or of one province', () => {
    const codes = provincias().flatMap(({ code }) => [code, ...municipiosDe(code).map((one) => one.code)]);
    expect(codes.sort()).toEqual(Object.keys(ProvinciaMunicipio).sort());
  });

  it('the places of a province have different names: a municipality has that of its main town', () => {
    for (const { code } of provincias()) {
      const names = municipiosDe(code).map(({ name }) => name);
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    }
    expect(municipiosDe('170000')).toContainEqual({ code: '170300', name: 'Matanzas (municipio)' });
    expect(municipiosDe('170000')).toContainEqual({ code: '170301', name: 'Matanzas' });
  });

  it('a code that is no province has no places', () => {
    for (const code of ['', '010100', '99']) expect(municipiosDe(code)).toEqual([]);
  });

  it('the names of places are written as names are', () => {
    expect(['010100', '010000', '020103'].map(placeName)).toEqual([
      'Santo Domingo de Guzmán',
      'Distrito Nacional',
      'Las Barías-La Estancia (D. M.)',
    ]);
    expect(placeName('990000')).toBe('990000');
  });
});
