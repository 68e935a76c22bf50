import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { checker } from './validation.ts';

const check = checker(
  Type.Object({ datos: Type.Array(Type.Object({ montoTotal: Type.Number() }, { additionalProperties: true })) }),
  'cuerpo',
);

test.each(['montototal', 'MontoTotal', 'monto_total'])(
  'a required field that is there as «%s» is said to be written otherwise',
  (name) =>
    expect(() => check({ datos: [{ [name]: 1 }] })).toThrow(
      `datos.0.montoTotal es obligatorio: «${name}» se escribe «montoTotal»`,
    ),
);

test('a required field that is not there has no hint', () =>
  expect(() => check({ datos: [{ total: 1 }] })).toThrow(/datos\.0\.montoTotal es obligatorio$/));

const refusalOf = (read: () => unknown): string | undefined => {
  try {
    read();
  } catch (error) {
    return (error as { readonly detail?: string }).detail;
  }
  return undefined;
};

test('a text of another shape is refused with an example of the right one', () => {
  const read = checker(
    Type.Object({
      tipo: Type.Optional(Type.String({ pattern: '^\\d{2}$', examples: ['31'] })),
      nota: Type.Optional(Type.String({ pattern: '\\S' })),
      desde: Type.Optional(Type.String({ format: 'date' })),
      id: Type.Optional(Type.String({ format: 'uuid' })),
    }),
    'cuerpo',
  );
  expect(refusalOf(() => read({ tipo: 'abc' }))).toBe('tipo no tiene la forma esperada; por ejemplo, 31');
  expect(refusalOf(() => read({ nota: '  ' }))).toBe('nota no puede estar en blanco');
  expect(refusalOf(() => read({ desde: '28-11-2026' }))).toBe(
    'desde no tiene el formato esperado (date); por ejemplo, 2026-12-31',
  );
  expect(refusalOf(() => read({ id: 'abc' }))).toMatch(/^id no tiene el formato esperado \(uuid\); por ejemplo, /);
});

test.each(['1.5', '2.0001', '', ' ', 'abc'])('an integer of a query written «%s» is refused, not rounded', (limite) => {
  const read = checker(Type.Object({ limite: Type.Optional(Type.Integer({ minimum: 0 })) }), 'consulta');
  expect(refusalOf(() => read({ limite }))).toBe('limite debe ser un número entero');
  expect(read({ limite: '7' })).toEqual({ limite: 7 });
});

test('null is no body where no field is required, and is refused where one is', () => {
  const optional = checker(Type.Object({ motivo: Type.Optional(Type.String()) }), 'cuerpo');
  expect(optional(null)).toEqual({});
  expect(refusalOf(() => check(null))).toBe('El cuerpo debe ser un objeto, no nulo');
});

test('a fault of a part of a form names the part', () => {
  const read = checker(Type.Array(Type.Object({ desde: Type.String() })), 'cuerpo', 'RangosENCF');
  expect(refusalOf(() => read({}))).toBe('RangosENCF debe ser una lista, no un objeto');
  expect(refusalOf(() => read([{ desde: 1 }]))).toBe('RangosENCF.0.desde debe ser texto, no un número');
  expect(refusalOf(() => read([{ desde: 'x', otro: 1 }]))).toBe('RangosENCF.0.otro no es un campo de esta petición');
});
