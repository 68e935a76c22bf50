import { expect, test } from 'vitest';
import { type Due, shownDue, whyNothing, wordsOfDue } from './due.ts';

const due = (dias: number, presentado: string | null = null): Due => ({
  reporte: '606',
  periodo: '202608',
  dias,
  presentado,
});

test('a due day has its distance, that it has passed, or the number of what was filed', () => {
  expect([-3, -1, 0, 1, 12].map((dias) => wordsOfDue(due(dias)).words)).toEqual([
    'Venció hace 3 días',
    'Venció ayer',
    'Vence hoy',
    'Vence mañana',
    'Vence en 12 días',
  ]);
  expect(wordsOfDue(due(-40, 'A-4471'))).toEqual({ tone: 'ok', words: 'Presentado · A-4471' });
});

test('the days are in their order, filed or not; nothing from longer ago than a month', () =>
  expect(shownDue([due(4), due(-31), due(-20, 'A'), due(-3)]).map(({ dias }) => dias)).toEqual([-20, -3, 4]));

test('the reason and the first month are shown while nothing is due', () => {
  expect(whyNothing(false)).toMatch(/^Su empresa no está en Producción.*primer comprobante en Producción/);
  expect(whyNothing(true)).toMatch(/^Su empresa no tiene comprobantes.*día 15/);
});
