import { describe, expect, it } from 'vitest';
import { type CamposRangoNC, faultsOfRangoNC, formatNumeroNC, nextOfRangoNC } from './rango-nc.ts';

const valid: CamposRangoNC = { prefijo: 'B04', cantidadDigitos: 8, desde: 1, hasta: 500, ultimoUtilizado: 0 };
const faults = (part: Partial<CamposRangoNC>) => faultsOfRangoNC({ ...valid, ...part });

describe('a range of credit-note numbers', () => {
  it('a range of credit-note numbers without faults is valid', () => {
    expect(faults({})).toEqual({});
    expect(faults({ ultimoUtilizado: undefined })).toEqual({});
    expect(faults({ ultimoUtilizado: 500, hasta: 500 })).toEqual({});
    expect(faults({ hasta: 99_999_999 })).toEqual({});
  });

  it.each<[Partial<CamposRangoNC>, keyof CamposRangoNC, string]>([
    [{ prefijo: '  ' }, 'prefijo', 'El prefijo es obligatorio'],
    [{ cantidadDigitos: undefined }, 'cantidadDigitos', 'La cantidad de dígitos es obligatoria'],
    [{ desde: undefined }, 'desde', 'El número inicial es obligatorio'],
    [{ desde: 0 }, 'desde', 'El número inicial es obligatorio'],
    [{ hasta: undefined }, 'hasta', 'El número final es obligatorio'],
    [{ desde: 500 }, 'desde', 'El número inicial debe ser menor al final'],
    [{ hasta: 100_000_000 }, 'hasta', 'El número final excede el máximo permitido (99999999)'],
    [{ ultimoUtilizado: 501 }, 'ultimoUtilizado', 'El último utilizado no puede ser mayor al número final'],
    [{ prefijo: 'e31' }, 'prefijo', 'Los rangos de E31 se registran en Secuencias'],
    [{ prefijo: 'e34' }, 'cantidadDigitos', 'Los números de E34 llevan 10 dígitos'],
  ])('a range with %j has a fault at %s', { tags: ['S5-1', 'S9-5'] }, (part, campo, message) =>
    expect(faults(part)).toEqual({ [campo]: message }),
  );

  it('a range without digits may reach 999999', () => {
    expect(faults({ cantidadDigitos: undefined, hasta: 1_000_000 }).hasta).toBe(
      'El número final excede el máximo permitido (999999)',
    );
  });

  it('a number is written with all its digits', () => {
    expect(formatNumeroNC(' e34', 10, 12)).toBe('E340000000012');
    expect(formatNumeroNC('NC', 6, 999_999)).toBe('NC999999');
  });

  it('the next number follows the last one used, up to the end of the range', () => {
    expect(nextOfRangoNC(100, 200, 0)).toBe(100);
    expect(nextOfRangoNC(100, 200, 150)).toBe(151);
    expect(nextOfRangoNC(100, 200, 200)).toBeUndefined();
  });
});
