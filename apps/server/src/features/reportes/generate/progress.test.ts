import { expect, test } from 'vitest';
import { progressOf } from './progress.ts';

/** The percentages at which the steps of a generation begin. */
const percents = (tipo: '606' | '607') => [
  progressOf(tipo, 'reading').porcentaje,
  progressOf(tipo, 'rows').porcentaje,
  progressOf(tipo, 'totals').porcentaje,
];

test('the bands of the 606 and of the 607 are those of the specification', { tags: ['SR4-2'] }, () => {
  expect(percents('606')).toEqual([25, 40, 85]);
  expect(percents('607')).toEqual([30, 55, 70]);
  expect(progressOf('606', 'rows', 555, 1_000)).toEqual({
    porcentaje: 64,
    mensaje: 'Reuniendo las compras y los gastos…',
  });
  expect(progressOf('606', 'rows', 556, 1_000)).toEqual({ porcentaje: 65, mensaje: 'Guardando las filas…' });
});

test('a step goes on to the next one and never beyond, also when more comes than was expected', () => {
  expect(progressOf('606', 'reading', 1, 2).porcentaje).toBe(32);
  expect(progressOf('607', 'rows', 20, 10)).toEqual({ porcentaje: 70, mensaje: 'Sumando los totales…' });
  expect(progressOf('608', 'rows', 5, 0)).toEqual({ porcentaje: 30, mensaje: 'Reuniendo los números anulados…' });
});
