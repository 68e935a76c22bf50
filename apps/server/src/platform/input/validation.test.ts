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
