import { expect, test } from 'vitest';
import { importOf } from '../../lib/testing/sample-import.ts';
import { hasFaults, hiddenRows } from './faults.ts';

test('an import has faults where a document, or the workbook, is not entirely valid', () => {
  expect(hasFaults(importOf(['pendiente', 'firmado', 'enviado', 'recibido', 'en_proceso', 'aceptado']))).toBe(false);
  for (const estado of ['error', 'rechazado', 'sin_confirmar', 'aceptado_condicional'] as const)
    expect(hasFaults(importOf(['aceptado', estado]))).toBe(true);
  const aviso = { codigo: 'X', mensaje: 'x' };
  expect(hasFaults({ ...importOf([]), avisos: [aviso] })).toBe(true);
  expect(hasFaults({ ...importOf([]), faltas: [{ codigo: 'X', tipo: '31', aviso: true, cuenta: 1 }] })).toBe(true);
});

test('the documents of hidden rows are counted over all types', () => {
  const faltas = [
    { codigo: 'LIBRO-FILA-OCULTA', tipo: '31', aviso: true, cuenta: 2 },
    { codigo: 'LIBRO-FILA-OCULTA', tipo: '32', aviso: true, cuenta: 1 },
    { codigo: 'ECF-RNC-01', tipo: '31', aviso: true, cuenta: 7 },
  ];
  expect([hiddenRows({ faltas }), hiddenRows({ faltas: [] })]).toEqual([3, 0]);
});
