import { formaPago, tipoBienesServicios } from '@timbre/reports';
import { expect, test } from 'vitest';
import { parseCell, searchCodes, showCell } from './cell-value.ts';

const tipo = { kind: 'code', codes: tipoBienesServicios } as const;
const amount = { kind: 'amount' } as const;
const value = (field: Parameters<typeof parseCell>[0], typed: string) => {
  const parsed = parseCell(field, typed);
  return parsed.ok ? parsed.value : parsed.fault;
};

test('a code is typed with or without its zero, with its meaning, or by words that only one has', () => {
  expect(value(tipo, '09')).toBe('09');
  expect(value(tipo, '9')).toBe('09');
  expect(value(tipo, '09 - Compras y gastos')).toBe('09');
  expect(value(tipo, 'costo de venta')).toBe('09');
  expect(value(tipo, 'REPRESENTACION')).toBe('05');
  expect(value(tipo, 'gastos')).toBe('Elija un código de la lista');
  expect(value(tipo, '12')).toBe('No hay un código 12');
  expect(value({ kind: 'code', pattern: /^\d{3}$/ }, '840')).toBe('840');
  expect(value({ kind: 'code', pattern: /^\d{3}$/ }, 'EE.UU.')).toBe('El código no tiene la forma esperada');
});

test('amounts and days are read as people write them', () => {
  expect(value(amount, ' RD$ 1,234.5 ')).toBe('1234.50');
  expect(value(amount, '007')).toBe('7.00');
  expect(value(amount, '-5')).toMatch(/es negativo/);
  expect(value(amount, '1.234')).toMatch(/puede ser 1,234.00 o 1.23/);
  expect(value({ kind: 'date' }, '14/8/2026')).toBe('2026-08-14');
  expect(value({ kind: 'date' }, '31/02/2026')).toMatch(/no es una fecha: escríbala como/);
  expect(value({ kind: 'text', most: 3 }, 'abcd')).toBe('Hasta 3 caracteres');
});

test('an empty cell withdraws the answer', () => expect(parseCell(amount, '  ')).toEqual({ ok: true, value: null }));

test('a search lists codes by their digits or by their meaning', () => {
  const codes = (typed: string) => searchCodes({ codes: formaPago }, typed).map(({ code }) => code);
  expect(codes('')).toEqual(['01', '02', '03', '04', '05', '06', '07']);
  expect(codes('3')).toEqual(['03']);
  expect(codes('credito')).toEqual(['03', '04', '06']);
});

test('a cell shows the meaning of its value', () => {
  expect(showCell(tipo, '09')).toBe('09 · Compras y gastos que formarán parte del costo de venta');
  expect(showCell(amount, '1234.50')).toBe('1,234.50');
  expect(showCell({ kind: 'date' }, '2026-08-14')).toBe('14/08/2026');
  expect(showCell(amount, undefined)).toBe('');
});
