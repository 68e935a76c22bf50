import { expect, test } from 'vitest';
import { NUMBER_KEPT, refusal, withNumber } from './outcome.ts';

const day = '2026-11-25';
const after = (valor: string, secuenciaUtilizada: boolean | null, codigo = '0') => {
  const rejection = { estado: 'rechazado', mensajes: [{ codigo, valor }], secuenciaUtilizada };
  const decided = withNumber(rejection, day);
  const told = decided.mensajes.filter((mensaje) => mensaje.codigo === NUMBER_KEPT).map((mensaje) => mensaje.valor);
  return [decided.secuenciaUtilizada, told.length === 0 ? undefined : told.join()];
};

const inactive = 'El RNC Emisor no se encuentra activo';

test('a number is free where the answer says so and the cause frees it; where both say that it is used, it is', () => {
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
])('where %s, it counts as used and a message tells it', (_, codigo, said, valor, words) => {
  expect(after(valor, said, codigo)).toEqual([true, expect.stringMatching(words)]);
});

test('an answer that does not say leaves the number taken', () => {
  expect(after(inactive, null)).toEqual([null, undefined]);
});

test('a request refused at the door is decided by its cause', () => {
  const refused = (valor: string) =>
    withNumber(refusal({ kind: 'refused', status: 400, mensajes: [{ codigo: '0', valor }], crudo: '' }), day);
  expect(refused('XML Inválido').secuenciaUtilizada).toBe(false);
  expect(refused('Algo que nadie conoce').secuenciaUtilizada).toBe(true);
});

test('an acceptance is left as it is', () => {
  const accepted = { estado: 'aceptado', mensajes: [], secuenciaUtilizada: true };
  expect(withNumber(accepted, day)).toBe(accepted);
});
