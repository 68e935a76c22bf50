import { expect, test } from 'vitest';
import { counted, nextWords, sendable, signable, stepsOf, type Totales } from './progress.ts';

const totals = (part: Partial<Totales> = {}): Totales => ({
  total: 5,
  firmados: 0,
  enviados: 0,
  pendientes: 5,
  conErrores: 0,
  ...part,
});
const idle = { loading: false, signing: false, sending: false };

test('those with faults are neither signed nor sent; unsigned ones are sent in development mode alone', () => {
  const some = totals({ conErrores: 1, firmados: 2, enviados: 1 });
  expect(signable(some)).toBe(2);
  expect(sendable(some, false)).toBe(1);
  expect(sendable(some, true)).toBe(3);
});

test.each([
  [totals({ total: 0 }), 'Siguiente: procesar un libro de aprobaciones'],
  [totals({ firmados: 4 }), 'Siguiente: firmar 1 aprobación'],
  [totals({ firmados: 5, enviados: 2 }), 'Siguiente: enviar 3 aprobaciones'],
  [totals({ firmados: 4, enviados: 4, conErrores: 1 }), 'Queda 1 aprobación con errores'],
  [totals({ firmados: 5, enviados: 5 }), '5 aprobaciones enviadas a la DGII'],
])('the next step of %j is «%s»', (of, words) => expect(nextWords(of, false)).toBe(words));

test('a step is complete when all without faults passed it', () => {
  const states = (of: Totales, asking = idle) => stepsOf(of, asking).map(({ estado }) => estado);
  expect(states(totals({ total: 0 }))).toEqual(['pendiente', 'pendiente', 'pendiente']);
  expect(states(totals({ total: 0 }), { ...idle, loading: true })).toEqual(['procesando', 'pendiente', 'pendiente']);
  expect(states(totals({ firmados: 4, conErrores: 1 }))).toEqual(['completado', 'completado', 'pendiente']);
  expect(states(totals({ firmados: 2 }), { ...idle, signing: true })).toEqual([
    'completado',
    'procesando',
    'pendiente',
  ]);
});

test('the noun agrees', () => expect(counted(1, 'firmada')).toBe('1 aprobación firmada'));
