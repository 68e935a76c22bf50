import { expect, test } from 'vitest';
import { differences } from './differences.ts';

const of = (own: object, other: object) => differences(own, other).map((one) => [one.path, one.own, one.other]);

test('equal trees have no differences, whatever the order of their elements', () => {
  expect(of({ a: { b: '1', c: ['x'] } }, { a: { c: ['x'], b: '1' } })).toEqual([]);
});

test('differences come in the order of the second tree, with the place in a list; absent values are empty', () => {
  const own = { Totales: { Monto: '90.00' }, Telefono: ['1', '2'], Nota: 'solo aquí' };
  const other = { Telefono: ['1', '3'], Totales: { Monto: '100.00', ITBIS: '18.00' } };
  expect(of(own, other)).toEqual([
    ['Telefono[2]', '2', '3'],
    ['Totales.Monto', '90.00', '100.00'],
    ['Totales.ITBIS', '', '18.00'],
    ['Nota', 'solo aquí', ''],
  ]);
});

test('a part that only one tree has differs by each of its values, and a long value is shortened', () => {
  expect(of({}, { a: { b: ['x'.repeat(60)] } })).toEqual([['a.b[1]', '', 'x'.repeat(40)]]);
});
