import { expect, test } from 'vitest';
import { NUMBER_USED, refusal, withNumber } from './outcome.ts';

const day = '2026-11-25';
const after = (valor: string, secuenciaUtilizada: boolean | null, codigo = '0') => {
  const rejection = { estado: 'rechazado', mensajes: [{ codigo, valor }], secuenciaUtilizada };
  const decided = withNumber(rejection, day);
  const messages = decided.mensajes.filter((mensaje) => mensaje.codigo === NUMBER_USED).map((mensaje) => mensaje.valor);
  return [decided.secuenciaUtilizada, messages.length === 0 ? undefined : messages.join()];
};

const inactive = 'El RNC Emisor no se encuentra activo';

test('a number is free if the answer and the cause free it, and used if both state so', () => {
  expect(after(inactive, false)).toEqual([false, undefined]);
  expect(after('La secuencia ya fue utilizada', true, '1209')).toEqual([true, undefined]);
  expect(after('Algo que nadie conoce', true)).toEqual([true, undefined]);
});

test.each<[string, string, boolean, string, RegExp]>([
  [
    'the answer frees it, and the cause uses it up',
    '614',
    false,
    'No ha sido emitido',
    /esta causa lo gasta .*causa 7/,
  ],
  ['the answer frees it, and nobody knows the code', '9999', false, inactive, /no está entre las que lo permiten/],
  ['the answer frees it, and nobody knows the words', '0', false, 'No se admite', /no está entre las que lo permiten/],
  ['the cause frees it, and the answer does not', '0', true, inactive, /la DGII dice que se usó/],
])('a number counts as used, with a message, where %s', (_, codigo, usedByAnswer, valor, words) => {
  expect(after(valor, usedByAnswer, codigo)).toEqual([true, expect.stringMatching(words)]);
});

test('an answer without a statement about the number leaves it taken', () => {
  expect(after(inactive, null)).toEqual([null, undefined]);
});

test('a request refused before it is processed is decided by its cause', () => {
  const refused = (valor: string) =>
    withNumber(refusal({ kind: 'refused', status: 400, mensajes: [{ codigo: '0', valor }], crudo: '' }), day);
  expect(refused('XML Inválido').secuenciaUtilizada).toBe(false);
  expect(refused('Algo que nadie conoce').secuenciaUtilizada).toBe(true);
});

test('an acceptance is left as it is', () => {
  const accepted = { estado: 'aceptado', mensajes: [], secuenciaUtilizada: true };
  expect(withNumber(accepted, day)).toBe(accepted);
});
