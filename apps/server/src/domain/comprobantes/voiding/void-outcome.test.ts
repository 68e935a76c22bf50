import { AuthorityUnreachable, type Refused, type Verdict } from '@timbre/authority';
import { expect, test } from 'vitest';
import { outcomeOfAnswer, outcomeOfFailure } from './void-outcome.ts';

const mensajes = (...words: string[]) => words.map((valor) => ({ codigo: '0', valor }));
const verdict = (estado: Verdict['estado'], ...words: string[]): Verdict => ({
  kind: 'verdict',
  estado,
  codigo: '',
  mensajes: mensajes(...words),
  secuenciaUtilizada: undefined,
  crudo: '',
});

test.each([
  ['Tipo de archivo no valido, favor proveer un XML'],
  ['La firma del documento no es válida: venció'],
  ['El tipo de comprobante no es válido.'],
  ['El valor del campo SecuenciaeNCFDesde es mayor al del campo SecuenciaeNCFHasta'],
  ['El campo NoLinea no es válido, no cumple orden secuencial.'],
  ['El RNC del certificado no está delegado para realizar transacciones para el RNC: 101'],
])(
  '«%s» states that nothing was voided: the numbers are free, unless an earlier try may have arrived',
  { tags: ['SI2.7-3'] },
  (words) => {
    expect(outcomeOfAnswer(verdict('rechazado', words), false).estado).toBe('rechazado');
    expect(outcomeOfAnswer(verdict('rechazado', words), true).estado).toBe('sin_confirmar');
  },
);

test.each([
  [['Las secuencias que está intentando anular han sido utilizadas']],
  [['No fue posible anular las siguientes secuencias: E310000000001']],
  [['Algo que nadie publicó']],
  [[]],
  [['La firma del documento no es válida', 'Las secuencias que está intentando anular han sido utilizadas']],
])('%j does not state that nothing was used or voided: the annulment stays unconfirmed', (words) => {
  expect(outcomeOfAnswer(verdict('rechazado', ...words), false).estado).toBe('sin_confirmar');
  const refused: Refused = { kind: 'refused', status: 400, mensajes: mensajes(...words), crudo: '' };
  expect(outcomeOfAnswer(refused, false).estado).toBe('sin_confirmar');
});

test('an acceptance is final, also with exceptions and after a try without an answer', () => {
  for (const estado of ['aceptado', 'aceptado_condicional'] as const)
    for (const dudoso of [false, true]) expect(outcomeOfAnswer(verdict(estado, 'x'), dudoso).estado).toBe(estado);
});

test('a try that may have arrived leaves the annulment under way, whatever the next one results in', () => {
  const failed = (outcome: 'not-sent' | 'unknown', dudoso: boolean) =>
    outcomeOfFailure(new AuthorityUnreachable({ reason: 'tiempo', outcome }), dudoso);
  expect(failed('not-sent', false)).toMatchObject({ resultado: 'no_enviada', estado: 'pendiente' });
  expect(failed('unknown', false)).toMatchObject({ resultado: 'desconocido', estado: 'enviado' });
  expect(failed('not-sent', true)).toMatchObject({ resultado: 'no_enviada', estado: 'enviado' });
});
