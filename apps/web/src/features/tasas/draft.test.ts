import { describe, expect, it } from 'vitest';
import type { Trimestral } from './api.ts';
import { before, draftOf, faultsOf } from './draft.ts';

const rates = { alcohol: '745.60', cigarrillos20: '63.07', cigarrillos10: '31.53', resolucion: 'Resolución 1' };
const quarter = (trimestre: string, known: boolean): Trimestral => ({
  trimestre,
  nombre: trimestre,
  actual: false,
  tasas: known ? { ...rates, oficial: false, por: 'root', modificada: '2026-01-02T10:00:00Z' } : null,
});

describe('the form of a quarter', () => {
  it('the form of a quarter begins with its rates, or empty', () => {
    expect(draftOf(quarter('2026-01-01', true))).toEqual(rates);
    expect(Object.values(draftOf(quarter('2026-01-01', false)))).toEqual(['', '', '', '']);
  });

  it('the three amounts and their source are required', () => {
    expect(faultsOf(rates)).toEqual({});
    expect(Object.keys(faultsOf({ alcohol: '', cigarrillos20: '', cigarrillos10: '', resolucion: '  ' }))).toEqual([
      'alcohol',
      'cigarrillos20',
      'cigarrillos10',
      'resolucion',
    ]);
  });

  it.each(['0', '0.00', '-1', 'x', '1000', '745.605', '76865'])('an amount of %s has its fault', (alcohol) => {
    expect(Object.keys(faultsOf({ ...rates, alcohol }))).toEqual(['alcohol']);
  });
});

it('a quarter is compared with the newest one before it that has rates', () => {
  const all = [quarter('2026-07-01', true), quarter('2026-04-01', false), quarter('2026-01-01', true)];
  expect(before(all, all[0]!)?.trimestre).toBe('2026-01-01');
  expect(before(all, all[2]!)).toBeUndefined();
});
