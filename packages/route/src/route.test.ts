import { Type } from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import { type AnswerOf, type InputOf, pathOf, route } from './index.ts';

const verFactura = route({
  method: 'GET',
  path: '/api/facturas/:id',
  summary: 'Una factura',
  policy: 'sesion',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ ambiente: Type.Optional(Type.String()) }),
  answer: Type.Object({ eNCF: Type.String() }),
});

test('a path carries its parameters and query percent-encoded', () => {
  expect(pathOf(verFactura, { params: { id: 'a/b' }, query: { ambiente: 'x y', nada: undefined } })).toBe(
    '/api/facturas/a%2Fb?ambiente=x%20y',
  );
});

test('a path without one of its parameters is refused', () => {
  expect(() => pathOf(verFactura)).toThrow('Missing parameter id');
});

test('the declaration types the input and the answer', () => {
  expectTypeOf<InputOf<typeof verFactura>>().toExtend<{ params: { id: string }; query?: { ambiente?: string } }>();
  expectTypeOf<AnswerOf<typeof verFactura>>().toEqualTypeOf<{ eNCF: string }>();
});
