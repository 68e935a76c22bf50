import type { Periodo } from '@timbre/values';
import { expect, test } from 'vitest';
import { it1StateOf, stateOf } from './month-states.ts';
import type { ReportFacts } from './month-states-repo.ts';

const month = '202611' as Periodo;
const facts = (more: Partial<ReportFacts> = {}): ReportFacts => ({
  ...{ empresa_id: 'x', reporte: '606', faltan: 0, hay_filas: true, por_leer: false, presentado: null },
  ...{ primer_mes: '202601', ...more },
});

test('a company that is not in Producción, or has nothing up to that month, has no report', () => {
  expect(stateOf(undefined, month)).toBe('no_aplica');
  expect(stateOf(facts({ primer_mes: null }), month)).toBe('no_aplica');
  expect(stateOf(facts({ primer_mes: '202612' }), month)).toBe('no_aplica');
});

test('a report is filed, else it waits for answers, else it is ready or not begun', () => {
  expect(stateOf(facts({ presentado: '2026-12-10', faltan: 3 }), month)).toBe('presentado');
  expect(stateOf(facts({ faltan: 3, por_leer: true }), month)).toBe('por_responder');
  expect(stateOf(facts(), month)).toBe('listo');
  expect(stateOf(facts({ hay_filas: false }), month)).toBe('sin_empezar');
  expect(stateOf(facts({ por_leer: true }), month)).toBe('sin_empezar');
});

test('an IT-1 is ready when its 606 and 607 are', () => {
  const of = facts({ reporte: 'it1' });
  expect(it1StateOf(of, 'listo', 'presentado')).toBe('listo');
  expect(it1StateOf(of, 'por_responder', 'listo')).toBe('espera');
  expect(it1StateOf(of, 'sin_empezar', 'sin_empezar')).toBe('sin_empezar');
  expect(it1StateOf(undefined, 'no_aplica', 'no_aplica')).toBe('no_aplica');
  expect(it1StateOf({ ...of, presentado: '2026-12-18' }, 'listo', 'listo')).toBe('presentado');
});
