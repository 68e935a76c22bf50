import { expect, test } from 'vitest';
import { operationWords, resultWords } from './attempt-words.ts';

test('an attempt is told in words, not by its code', () => {
  const codes = ['recibido', 'en_curso', 'veredicto', 'sin_confirmar', 'no_hallado', 'no_enviado', 'desconocido'];
  expect(codes.map((resultado) => resultWords({ resultado })).filter((words) => /_|^[a-z]/.test(words))).toEqual([]);
  expect(resultWords({ resultado: null })).toBe('En curso');
  expect(['envio', 'reenvio', 'consulta', 'conciliacion'].map((operacion) => operationWords({ operacion }))).toEqual([
    'Envío',
    'Reenvío',
    'Consulta de estado',
    'Consulta del número',
  ]);
});
