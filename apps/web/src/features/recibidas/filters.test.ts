import { expect, test } from 'vitest';
import { datesOf, readFilters, withDates } from './filters.ts';
import { answerOf, pageWords } from './words.ts';

const noon = (day: string) => Date.parse(`${day}T16:00:00Z`);

test.each([
  ['2026-11-23', '2026-10-23'],
  ['2026-03-31', '2026-02-28'],
  ['2028-03-30', '2028-02-29'],
  ['2026-01-15', '2025-12-15'],
])('on %s the list begins on %s', { tags: ['SI9-7'] }, (today, desde) =>
  expect(datesOf({}, noon(today))).toEqual({ desde, hasta: today }),
);

test('the valid parts of the address are read; the dates of the last month are not written in it', () => {
  expect(readFilters({ tipo: 31, montoMinimo: 100, respuesta: 'pendiente', doc: 'x', desde: '2026-02-30' })).toEqual({
    tipo: '31',
    montoMinimo: '100',
    respuesta: 'pendiente',
  });
  expect(readFilters({ montoMinimo: 'mil', respuesta: 'quizás', pagina: 0 })).toEqual({});
  const now = noon('2026-11-23');
  expect(withDates({ encf: 'E31' }, datesOf({}, now), now)).toEqual({ encf: 'E31' });
  expect(withDates({ encf: 'E31' }, {}, now)).toEqual({ encf: 'E31', todas: true });
});

test('an answer that is due has its last day, and one that is late its due day', () => {
  const of = (responderAntesDe: string | null, respuesta: 'aceptada' | null = null) =>
    answerOf({ respuesta, responderAntesDe } as never, '2026-12-10').words;
  expect(of('2026-12-15')).toBe('Responder antes del 15/12/2026');
  expect(of('2026-12-09')).toBe('Venció el 09/12/2026');
  expect(of(null)).toBe('No lleva respuesta');
  expect(of(null, 'aceptada')).toBe('Aceptada');
});

test('the words of a page are those of the specification', () => {
  expect(pageWords(2, 4, 14, false, 10)).toBe('Página 2 de 2 - 4 facturas mostradas');
  expect(pageWords(1, 10, 1_000, true, 10)).toBe('Página 1 de más de 100 - 10 facturas mostradas');
});
