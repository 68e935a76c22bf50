import { describe, expect, test } from 'vitest';
import { progressText } from './progress.ts';
import { datesOf, faultOfDates, readSearch } from './search.ts';

// 3 a. m. UTC: in Santo Domingo it is still the day before.
const now = Date.parse('2026-09-01T03:00:00Z');

describe('the dates', () => {
  test('the dates are from the first of the current month to today, unless the address has others', {
    tags: ['SR2-11'],
  }, () => {
    expect(datesOf({}, now)).toEqual({ fechaInicio: '2026-08-01', fechaFin: '2026-08-31' });
    expect(datesOf({ desde: '2026-02-03', hasta: '' }, now)).toEqual({ fechaInicio: '2026-02-03', fechaFin: '' });
  });

  test('the dates must both be present, in their order', { tags: ['SR4-8'] }, () => {
    expect(faultOfDates({ fechaInicio: '', fechaFin: '2026-08-31' })).toBe('Por favor seleccione el rango de fechas');
    expect(faultOfDates({ fechaInicio: '2026-09-01', fechaFin: '2026-08-31' })).toBe(
      'La fecha desde no puede ser mayor que la fecha hasta',
    );
    expect(faultOfDates({ fechaInicio: '2026-08-31', fechaFin: '2026-08-31' })).toBeUndefined();
  });

  test('the dates of an invalid address are left out', () => {
    expect(readSearch({ desde: '2026-02-30', hasta: '2026-02-28', tipo: '608' })).toEqual({ hasta: '2026-02-28' });
    expect(readSearch({ desde: '', tipo: '607' })).toEqual({ desde: '', tipo: '607' });
  });
});

test('the progress of a run is shown with the time left', () => {
  const run = { RegistrosProcesados: 1_200, TotalRegistros: 2_500, restanteSegundos: 95 };
  expect(progressText(run)).toBe('1,200 de 2,500 documentos · quedan 2 min');
  expect(progressText({ ...run, restanteSegundos: null })).toBe('1,200 de 2,500 documentos');
  expect(progressText({ ...run, RegistrosProcesados: 1, TotalRegistros: null, restanteSegundos: null })).toBe(
    '1 documento',
  );
});
