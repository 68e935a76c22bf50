import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import { readMensajes, readRefused, readVerdict } from './verdict.ts';

const answer = (text: string, { status = 200, contentType = 'application/json' } = {}) =>
  readAnswer({ status, contentType, text, retryAfterMs: undefined });

const aceptado = { kind: 'verdict', estado: 'aceptado', codigo: '1' };

test.each([
  ['JSON', '{"codigo":1,"estado":"Aceptado","mensajes":[]}'],
  ['JSON with a text code', '{"codigo":"1","estado":"Aceptado"}'],
  ['other capitals', '{"Codigo":1,"Estado":"ACEPTADO"}'],
  ['JSON inside a JSON string', JSON.stringify('{"codigo":1,"estado":"Aceptado"}')],
  ['XML', '<?xml version="1.0"?><Respuesta><codigo>1</codigo><estado>Aceptado</estado></Respuesta>'],
  ['XML in capitals', '<Respuesta><Codigo>1</Codigo><Estado>Aceptado</Estado></Respuesta>'],
  ['a code with a leading zero', '{"codigo":"01","estado":"Aceptado"}'],
])('an acceptance is read from %s', (_, text) => {
  expect(readVerdict(answer(text))).toMatchObject({ ...aceptado, codigo: expect.stringMatching(/^0?1$/) });
});

test.each([
  ['Aceptado Condicional', 'aceptado_condicional'],
  ['AceptadoCondicional', 'aceptado_condicional'],
  ['aceptado_condicional', 'aceptado_condicional'],
  ['  Aceptado   Condicional ', 'aceptado_condicional'],
  ['Rechazado', 'rechazado'],
  ['En Proceso', 'en_proceso'],
  ['En proceso', 'en_proceso'],
  ['No encontrado', 'no_encontrado'],
  ['Aprobación comercial aprobada', 'aceptado'],
  ['Aprobación comercial rechazada', 'rechazado'],
  ['No aceptado', undefined],
  ['Pendiente', undefined],
])('the word %s alone means %s', (estado, expected) => {
  expect(readVerdict(answer(JSON.stringify({ estado })))?.estado).toBe(expected);
});

// A code without a word may come from any service; a code that contradicts its word makes both unusable.
test.each([
  [{ codigo: 1 }],
  [{ codigo: '2', mensajes: [] }],
  [{ codigo: 1, estado: 'Recibido' }],
  [{ codigo: 2, estado: 'Aceptado' }],
  [{ codigo: 1, estado: 'Rechazado' }],
  [{ codigo: 3, estado: 'Aceptado' }],
])('%j is no verdict', (body) => {
  expect(readVerdict(answer(JSON.stringify(body)))).toBeUndefined();
});

test('the word makes an acceptance conditional where the code does not', () => {
  expect(readVerdict(answer('{"codigo":1,"estado":"Aceptado Condicional"}'))?.estado).toBe('aceptado_condicional');
});

test('messages keep code and text, in their order', () => {
  const text =
    '{"estado":"Rechazado","mensajes":[{"valor":"NCF modificado","codigo":614},{"codigo":"0","valor":"  dos  "}]}';
  expect(readVerdict(answer(text))?.mensajes).toEqual([
    { codigo: '614', valor: 'NCF modificado' },
    { codigo: '0', valor: '  dos  ' },
  ]);
});

test('one message in XML is a list of one', () => {
  const one = '<R><estado>Rechazado</estado><mensajes><codigo>614</codigo><valor>a &amp; b</valor></mensajes></R>';
  expect(readVerdict(answer(one))?.mensajes).toEqual([{ codigo: '614', valor: 'a & b' }]);
  const two = one.replace('</R>', '<mensajes><codigo>0</codigo><valor>c</valor></mensajes></R>');
  expect(readVerdict(answer(two))?.mensajes).toHaveLength(2);
});

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['False', false],
  [undefined, undefined],
  [null, undefined],
])('secuenciaUtilizada %s reads as %s', (secuenciaUtilizada, expected) => {
  const text = JSON.stringify({ estado: 'Rechazado', secuenciaUtilizada });
  expect(readVerdict(answer(text))?.secuenciaUtilizada).toBe(expected);
});

const words = 'El RNC 00112345678 del certificado no está delegado para realizar transacciones';

test.each([
  ['a bare text', words],
  ['a JSON string', JSON.stringify(words)],
  ['mensaje', JSON.stringify({ mensaje: words })],
  ['a list in mensaje', JSON.stringify({ mensaje: [words] })],
  ['texts in mensajes', JSON.stringify({ mensajes: [words] })],
  ['error, mensaje being null', JSON.stringify({ trackId: null, error: words, mensaje: null })],
  ['Message', JSON.stringify({ Message: words })],
  ['problem details', JSON.stringify({ type: 'about:blank', title: 'Bad Request', status: 400, detail: words })],
  ['XML', `<RespuestaRecepcion><trackId/><error>${words}</error></RespuestaRecepcion>`],
])('the texts of a refusal are read from %s', (_, text) => {
  expect(readRefused(answer(text, { status: 400 }))).toEqual({
    kind: 'refused',
    status: 400,
    mensajes: [{ codigo: '0', valor: words }],
    crudo: text,
  });
});

test('validation errors name their field', () => {
  expect(readMensajes({ errors: { xml: ['El campo xml es requerido.'] } })).toEqual([
    { codigo: '0', valor: 'xml: El campo xml es requerido.' },
  ]);
});

test('a web page is distinguished from an answer, whatever its content type', () => {
  expect(answer('<!DOCTYPE html><html><body>hola</body></html>', { contentType: 'text/plain' }).html).toBe(true);
  expect(answer('{}', { contentType: 'text/html; charset=utf-8' }).html).toBe(true);
  const page = answer(
    '<html><head><style>b{}</style><title>502</title></head><body><h1>Bad Gateway</h1></body></html>',
  );
  expect(page.html).toBe(true);
  expect(readMensajes(page.body)).toEqual([{ codigo: '0', valor: '502 Bad Gateway' }]);
});

test.each(['', '   ', '{', '{"codigo": 1, "estado": "Acep', '[]', 'null', '"', '<a>', '{"a":{"b":1}}', '[[["x"]]]'])(
  '%j gives neither a verdict nor an exception',
  (text) => {
    const read = answer(text);
    expect(readVerdict(read)).toBeUndefined();
    expect(Array.isArray(readMensajes(read.body))).toBe(true);
  },
);

test('XML with a document type is not read', () => {
  const read = answer('<!DOCTYPE a [<!ENTITY x "y">]><a><estado>Aceptado</estado></a>');
  expect(readVerdict(read)).toBeUndefined();
});

test('the answer is stored as it came, up to a limit', () => {
  const text = JSON.stringify({ estado: 'Aceptado', relleno: 'x'.repeat(100_000) });
  expect(readVerdict(answer(text))?.crudo).toBe(text.slice(0, 16_000));
});
