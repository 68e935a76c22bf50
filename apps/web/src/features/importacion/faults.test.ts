import { expect, test } from 'vitest';
import { importOf } from '../../lib/testing/sample-import.ts';
import { hasFaults } from './faults.ts';

test('an import has faults where a document, or the workbook, is not entirely valid', () => {
  expect(hasFaults(importOf(['pendiente', 'firmado', 'enviado', 'recibido', 'en_proceso', 'aceptado']))).toBe(false);
  for (const estado of ['error', 'rechazado', 'sin_confirmar', 'aceptado_condicional'] as const)
    expect(hasFaults(importOf(['aceptado', estado]))).toBe(true);
  const aviso = { codigo: 'X', mensaje: 'x' };
  expect(hasFaults({ ...importOf([]), avisos: [aviso] })).toBe(true);
  expect(hasFaults({ ...importOf([]), faltas: [{ codigo: 'X', tipo: '31', aviso: true, cuenta: 1 }] })).toBe(true);
});
