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
])('«%s» says that nothing was voided: the numbers are free again, unless an earlier try may have arrived', (words) => {
  expect(outcomeOfAnswer(verdict('rechazado', words), false).estado).toBe('rechazado');
  expect(outcomeOfAnswer(verdict('rechazado', words), true).estado).toBe('sin_confirmar');
});

test.each([
  [['Las secuencias que está intentando anular han sido utilizadas']],
  [['No fue posible anular las siguientes secuencias: E310000000001']],
  [['Algo que nadie publicó']],
  [[]],
  [['La firma del documento no es válida', 'Las secuencias que está intentando anular han sido utilizadas']],
])('%j does not say that nothing was used or voided: the numbers stay where they are', (words) => {
  expect(outcomeOfAnswer(verdict('rechazado', ...words), false).estado).toBe('sin_confirmar');
  const refused: Refused = { kind: 'refused', status: 400, mensajes: mensajes(...words), crudo: '' };
  expect(outcomeOfAnswer(refused, false).estado).toBe('sin_confirmar');
});

test('an acceptance is one, also with exceptions, also after a try that was not heard', () => {
  for (const estado of ['aceptado', 'aceptado_condicional'] as const)
    for (const dudoso of [false, true]) expect(outcomeOfAnswer(verdict(estado, 'x'), dudoso).estado).toBe(estado);
});

test('a try that may have arrived leaves it under way, whatever the next one comes to', () => {
  const failed = (outcome: 'not-sent' | 'unknown', dudoso: boolean) =>
    outcomeOfFailure(new AuthorityUnreachable({ reason: 'tiempo', outcome }), dudoso);
  expect(failed('not-sent', false)).toMatchObject({ resultado: 'no_enviada', estado: 'pendiente' });
  expect(failed('unknown', false)).toMatchObject({ resultado: 'desconocido', estado: 'enviado' });
  expect(failed('not-sent', true)).toMatchObject({ resultado: 'no_enviada', estado: 'enviado' });
});
