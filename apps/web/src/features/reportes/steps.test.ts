import { expect, test } from 'vitest';
import { type MonthFacts, stepsOf } from './steps.ts';

const words = (tipo: Parameters<typeof stepsOf>[0], facts: MonthFacts) =>
  stepsOf(tipo, facts).map(({ name, words, isDone }) => `${isDone ? '✓ ' : ''}${name}: ${words ?? '…'}`);

test('each step says its count, and a later one what it waits for', () => {
  const totales = { cantidadRegistros: 64, pendientes: 8, faltan: { tipo_bienes_servicios: 8, forma_pago: 5 } };
  const vence = { dias: 6, vence: '2026-12-15' };
  expect(words('606', { totales, problemas: { errores: 2, avisos: 1 }, presentado: null, vence })).toEqual([
    '✓ Cargar: 64 comprobantes',
    'Preparar: 56 de 64 · faltan 13',
    'Problemas: 2 por resolver',
    'TXT: espera las respuestas',
    'Presentado: vence el 15/12/2026, en 6 días',
  ]);
});

test('an answered month waits for its problems, and then for nothing', () => {
  const totales = { cantidadRegistros: 3, pendientes: 0 };
  expect(words('609', { totales, problemas: { errores: 1, avisos: 0 }, presentado: null })).toEqual([
    '✓ Preparar: todo respondido',
    'Problemas: 1 por resolver',
    'TXT: espera los problemas',
    'Presentado: anote su número',
  ]);
  expect(words('608', { problemas: { errores: 0, avisos: 2 }, presentado: null })).toEqual([
    '✓ Problemas: 2 avisos',
    'TXT: listo para generar',
    'Presentado: anote su número',
  ]);
});

test('a filed month says its number; what is not known yet says nothing', () => {
  const presentado = { numero: 'ACEPTADO-0001', fecha: '2026-12-14' };
  expect(words('it1', { presentado })).toEqual([
    '✓ Formulario: de los reportes 606 y 607',
    '✓ Presentado: el 14/12/2026, con el ACEPTADO-0001',
  ]);
  expect(words('606', {})).toEqual([
    'Cargar: …',
    'Preparar: …',
    'Problemas: …',
    'TXT: …',
    'Presentado: anote su número',
  ]);
});
