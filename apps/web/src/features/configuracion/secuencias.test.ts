import { describe, expect, it } from 'vitest';
import type { FechaVencimiento, Secuencia } from './api.ts';
import { assignedDate, bodyOf, type Draft, expiryQuestion, faultsOf, rowsOf, warningsOf } from './secuencias.ts';

const today = '2026-11-21';
const draft: Draft = { ambiente: 'testecf', tipo: '31', desde: '1', hasta: '500', vence: '2027-12-31' };
const faults = (part: Partial<Draft>, assigned?: string) => faultsOf({ ...draft, ...part }, assigned, today);

const secuencia: Secuencia = {
  id: 's',
  ambiente: 'testecf',
  tipo: '31',
  desde: 1,
  hasta: 500,
  siguiente: 480,
  vence: '2026-12-01',
  usados: 479,
  quedan: 21,
  avisos: ['por-agotarse', 'por-vencer'],
  activo: true,
};

describe('the ranges of an environment', () => {
  it('the ranges of an environment are listed among the types that have none', () => {
    const rows = rowsOf([secuencia, { ...secuencia, ambiente: 'ecf' }], 'testecf');
    expect(rows).toHaveLength(10);
    expect(rows.filter((row) => row.secuencia).map(({ tipo }) => tipo)).toEqual(['31']);
  });

  it('ranges have a warning as a whole, unless they are not in use', () => {
    expect(warningsOf(rowsOf([secuencia], 'testecf'))).toEqual([
      'E31 del 1 al 500: Queda menos del 10% de los números. Vence en menos de 30 días',
    ]);
    expect(warningsOf(rowsOf([{ ...secuencia, activo: false }], 'testecf'))).toEqual([]);
  });
});

describe('an authorised range', () => {
  it('an authorised range is valid when its numbers and its date are', () => {
    expect(faults({})).toEqual({});
    expect(faults({ desde: '500' })).toEqual({});
    expect(faults({ vence: today })).toEqual({});
  });

  it('an authorised range requires its numbers, in order', () => {
    expect(faults({ desde: '' }).desde).toBe('El número inicial es obligatorio');
    expect(faults({ hasta: '' }).hasta).toBe('El número final es obligatorio');
    expect(faults({ desde: '501' }).desde).toBe('El número inicial debe ser menor o igual al final');
    expect(faults({ hasta: '10000000000' }).hasta).toContain('9999999999');
  });

  it('an authorised range requires a date that has not passed, its own or the one assigned to its type', () => {
    expect(faults({ vence: '' }).vence).toBe('Las secuencias del tipo 31 llevan fecha de vencimiento');
    expect(faults({ vence: '2026-11-20' }).vence).toBe('El rango venció el 20/11/2026');
    expect(faults({ vence: '' }, '2027-12-31')).toEqual({});
    expect(faults({ vence: '' }, '2025-12-31').vence).toBe('El rango venció el 31/12/2025');
  });

  it('a range of a type that does not expire has no date', () => {
    expect(faults({ tipo: '32', vence: '' })).toEqual({});
    expect(bodyOf({ ...draft, tipo: '34' })).not.toHaveProperty('vence');
    expect(bodyOf(draft)).toEqual({ ambiente: 'testecf', tipo: '31', desde: 1, hasta: 500, vence: '2027-12-31' });
  });
});

it('the assigned date of a type is its latest active one of series E', () => {
  const fecha = (part: Partial<FechaVencimiento>): FechaVencimiento => ({
    id: '',
    rncEmisor: '131246796',
    serie: 'E',
    tipo: '31',
    fechaVencimiento: '2026-12-31T00:00:00.000Z',
    activo: true,
    ...part,
  });
  const fechas = [
    fecha({}),
    fecha({ fechaVencimiento: '2027-12-31T00:00:00.000Z' }),
    fecha({ fechaVencimiento: '2028-12-31T00:00:00.000Z', activo: false }),
    fecha({ fechaVencimiento: '2029-12-31T00:00:00.000Z', serie: 'B' }),
  ];
  expect(assignedDate(fechas, '31')).toBe('2027-12-31');
  expect(assignedDate(fechas, '33')).toBeUndefined();
});

it('a range of production is asked about its expiry if the DGII does not give it, and no other is', () => {
  const asked = (part: Partial<Draft>, assigned?: string) =>
    expiryQuestion({ ...draft, ambiente: 'ecf', ...part }, assigned, today);
  expect(['2026-12-31', '2027-12-31', '2020-06-15', ''].map((vence) => asked({ vence }))).toEqual(
    Array(4).fill(undefined),
  );
  expect(asked({ vence: '2028-06-15' })).toMatch(/^La DGII autoriza hasta el 31 de diciembre del año siguiente/);
  expect(asked({ vence: '' }, '2040-12-31')).toBeDefined();
  expect([asked({ vence: '2040-12-31', ambiente: 'testecf' }), asked({ vence: '2040-12-31', tipo: '32' })]).toEqual([
    undefined,
    undefined,
  ]);
});
