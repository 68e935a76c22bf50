import { displayFecha } from '@timbre/values';
import { describe, expect, it } from 'vitest';
import type { FechaVencimiento } from './api.ts';
import { clashesAt, emptyDraft, hasActiveTwin, isExpired, tiposDe, toInstant, withSerie } from './fechas.ts';

const today = '2026-11-21';

describe('the series and the type', () => {
  it('the series and the type begin unchosen, with the last day of the year', { tags: ['S5-5'] }, () =>
    expect(emptyDraft(today)).toEqual({ serie: '', tipo: '', fecha: '2026-12-31', activo: true }),
  );

  it('the type follows the series: the first allowed type where the chosen one is not', () => {
    const ofE = withSerie(emptyDraft(today), 'E');
    expect(ofE.tipo).toBe('31');
    expect(withSerie({ ...ofE, tipo: '45' }, 'E').tipo).toBe('45');
    expect(withSerie({ ...ofE, tipo: '45' }, 'B').tipo).toBe('01');
    expect(withSerie(ofE, '').tipo).toBe('');
  });

  it('the series and types are those of the specification', { tags: ['S5-5', 'S9-6'] }, () => {
    expect(tiposDe('E').map(({ value }) => value)).toEqual(['31', '33', '41', '43', '44', '45', '46']);
    expect(tiposDe('B').map(({ value }) => value)).toEqual(['01', '03', '11', '13', '14', '15', '16']);
    expect(tiposDe('B')[1]?.label).toBe('03 · Notas de Débito');
    expect(tiposDe('')).toEqual([]);
  });
});

it('a date is sent as midnight UTC and received as the same day', { tags: ['S5-5'] }, () => {
  expect(toInstant('2026-12-31')).toBe('2026-12-31T00:00:00.000Z');
  expect(displayFecha(toInstant('2026-12-31'))).toBe('31/12/2026');
});

it('a date is valid until its day is over', () => {
  expect(isExpired({ fechaVencimiento: toInstant(today) }, today)).toBe(false);
  expect(isExpired({ fechaVencimiento: toInstant('2026-11-20') }, today)).toBe(true);
});

it('an active entry with the same series, type and day is a conflict; an idle one, or another day, is not', () => {
  const one: FechaVencimiento = {
    id: 'a',
    rncEmisor: '131246796',
    serie: 'E',
    tipo: '31',
    fechaVencimiento: toInstant('2026-12-31'),
    activo: true,
  };
  const twin = { ...one, id: 'b', activo: false };
  expect(hasActiveTwin([one, twin], twin)).toBe(true);
  expect(hasActiveTwin([one], one)).toBe(false);
  expect(hasActiveTwin([{ ...one, activo: false }], twin)).toBe(false);
  expect(hasActiveTwin([one], { ...twin, tipo: '33' })).toBe(false);
  expect(hasActiveTwin([one], { ...twin, fechaVencimiento: toInstant('2027-12-31') })).toBe(false);
});

it('several get one day unless two active entries of one type would then be equal', () => {
  const entry = (id: string, tipo: string, day: string, activo = true): FechaVencimiento => ({
    id,
    rncEmisor: '131246796',
    serie: 'E',
    tipo,
    fechaVencimiento: toInstant(day),
    activo,
  });
  const [a, b, idle, other] = [
    entry('a', '31', '2026-12-31'),
    entry('b', '31', '2027-12-31'),
    entry('c', '31', '2026-06-30', false),
    entry('d', '45', '2026-12-31'),
  ];
  const all = [a, b, idle, other];
  expect(clashesAt(all, [a, other], '2028-12-31')).toBe(false);
  expect(clashesAt(all, [a, idle], '2028-12-31')).toBe(false);
  expect(clashesAt(all, [a, b], '2028-12-31')).toBe(true);
  expect(clashesAt(all, [a], '2027-12-31')).toBe(true);
  expect(clashesAt(all, [a], '2026-12-31')).toBe(false);
});
