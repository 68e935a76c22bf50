import { expect, test } from 'vitest';
import { awaited, counted, nextWords, sendable, signable, stepsOf, type Totales } from './progress.ts';

const totals = (part: Partial<Totales> = {}): Totales => ({
  total: 5,
  firmados: 0,
  enviados: 0,
  pendientes: 5,
  conErrores: 0,
  aceptadas: 0,
  rechazadas: 0,
  sinConfirmar: 0,
  ...part,
});
const idle = { loading: false, signing: false, sending: false };

test('approvals with faults are neither signed nor sent; those sent wait for the answer of the DGII', () => {
  const some = totals({ conErrores: 1, firmados: 2, enviados: 1 });
  expect([signable(some), sendable(some), awaited(some)]).toEqual([2, 1, 1]);
});

test.each([
  [totals({ total: 0 }), 'Siguiente: procesar un libro de aprobaciones'],
  [totals({ firmados: 4 }), 'Siguiente: firmar 1 aprobación'],
  [totals({ firmados: 5, enviados: 2 }), 'Siguiente: enviar 3 aprobaciones'],
  [totals({ firmados: 5, enviados: 5, aceptadas: 4 }), 'Esperando 1 respuesta de la DGII'],
  [totals({ firmados: 4, enviados: 4, aceptadas: 4, conErrores: 1 }), 'Queda 1 aprobación con errores'],
  [
    totals({ firmados: 5, enviados: 5, aceptadas: 3, rechazadas: 1, sinConfirmar: 1 }),
    'La DGII respondió: 3 aceptadas · 1 rechazada · 1 sin confirmar',
  ],
])('the next step of %j is «%s»', (of, words) => expect(nextWords(of)).toBe(words));

test('a step is complete when all without faults passed it', () => {
  const states = (of: Totales, asking = idle) => stepsOf(of, asking).map(({ estado }) => estado);
  expect(states(totals({ total: 0 }))).toEqual(['pendiente', 'pendiente', 'pendiente']);
  expect(states(totals({ total: 0 }), { ...idle, loading: true })).toEqual(['procesando', 'pendiente', 'pendiente']);
  expect(states(totals({ firmados: 4, conErrores: 1 }))).toEqual(['completado', 'completado', 'pendiente']);
  const sent = { firmados: 5, enviados: 5 };
  expect(states(totals({ ...sent, aceptadas: 4 }))).toEqual(['completado', 'completado', 'procesando']);
  expect(states(totals({ ...sent, aceptadas: 4, rechazadas: 1 }))).toEqual(['completado', 'completado', 'completado']);
  expect(states(totals({ firmados: 2 }), { ...idle, signing: true })).toEqual([
    'completado',
    'procesando',
    'pendiente',
  ]);
});

test('the noun agrees with the count', () => expect(counted(1, 'firmada')).toBe('1 aprobación firmada'));
