import { expect, test } from 'vitest';
import { type CreditsRow, creditsOf } from './credits.ts';

const accepted = { id: 'a', eNCF: 'E340000000001', estado: 'aceptado' } as const;
const pending = { id: 'p', eNCF: 'E340000000002', estado: 'en_proceso' } as const;
const row: CreditsRow = {
  total: '118.00',
  neto: '100.00',
  cantidad: 1,
  aceptado: '0',
  aceptadoNeto: '0',
  enProceso: '0',
  enProcesoNeto: '0',
  tardia: false,
  tardiaAceptada: false,
  anula: false,
  anulaAceptada: false,
  ultimaAceptada: null,
  ultimaEnProceso: null,
};
const of = (more: Partial<CreditsRow>) => {
  const { anuladaPor, notasDeCredito } = creditsOf({ ...row, ...more });
  return [anuladaPor?.eNCF ?? null, notasDeCredito?.resta];
};

test('a document without notes has no credits and no annulment', () => {
  expect(creditsOf(null)).toEqual({ anuladaPor: null, notasDeCredito: null });
});

test.each<[string, Partial<CreditsRow>, [string | null, string]]>([
  ['a part', { aceptado: '117.99', aceptadoNeto: '99.99', ultimaAceptada: accepted }, [null, '0.01']],
  ['all of it', { aceptado: '118', aceptadoNeto: '100', ultimaAceptada: accepted }, [accepted.eNCF, '0.00']],
  [
    'a part, and the rest on its way',
    {
      aceptado: '18',
      aceptadoNeto: '15.25',
      enProceso: '100',
      enProcesoNeto: '84.75',
      ultimaAceptada: accepted,
      ultimaEnProceso: pending,
    },
    [pending.eNCF, '0.00'],
  ],
  [
    'all of it on its way',
    { enProceso: '118', enProcesoNeto: '100', ultimaEnProceso: pending },
    [pending.eNCF, '0.00'],
  ],
  [
    'all of it without ITBIS, after 30 days',
    { aceptado: '100', aceptadoNeto: '100', tardia: true, tardiaAceptada: true, ultimaAceptada: accepted },
    [accepted.eNCF, '0.00'],
  ],
  [
    'all of it without ITBIS, by notes of the first 30 days',
    { aceptado: '100', aceptadoNeto: '100', ultimaAceptada: accepted },
    [null, '18.00'],
  ],
  [
    'a part of the first 30 days, and the rest after them',
    {
      aceptado: '119',
      aceptadoNeto: '100',
      total: '120',
      tardia: true,
      tardiaAceptada: true,
      ultimaAceptada: accepted,
    },
    [accepted.eNCF, '0.00'],
  ],
  [
    'nothing of nothing, by a note that corrects text',
    { total: '0', neto: '0', ultimaAceptada: accepted },
    [null, '0.00'],
  ],
  [
    'nothing of nothing, by a note that annuls',
    { total: '0', neto: '0', anula: true, anulaAceptada: true, ultimaAceptada: accepted },
    [accepted.eNCF, '0.00'],
  ],
])('notes credit %s', { tags: ['SI4-1'] }, (_, notes, expected) => {
  expect(of(notes)).toEqual(expected);
});
