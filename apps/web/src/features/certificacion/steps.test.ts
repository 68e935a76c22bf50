import { expect, test } from 'vitest';
import type { Paso } from './api.ts';
import { lockOf, stepAt } from './steps.ts';

const pasos = (...done: number[]): Paso[] =>
  ([1, 2, 3] as const).map((paso) => ({
    paso,
    completado: done.includes(paso) ? '2026-11-21T13:41:07Z' : null,
    porPortal: false,
    falta: null,
  }));

test.each([
  [[], [undefined, 1, 1]],
  [[1], [undefined, undefined, 2]],
  [
    [1, 2],
    [undefined, undefined, undefined],
  ],
  // Reopened: the steps completed after it stay open.
  [[2], [undefined, undefined, 1]],
])('the steps are locked with %j completed: %j', (done, locks) => {
  expect([1, 2, 3].map((paso) => lockOf(pasos(...done), paso)?.paso)).toEqual(locks);
});

test('an address leads to its step', () => {
  expect(stepAt('/certification/simulacion-ecf').paso).toBe(3);
  expect(stepAt('/Certification/Datos-Comerciales').paso).toBe(2);
  expect(stepAt('/certification').paso).toBe(1);
});
