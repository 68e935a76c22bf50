import { describe, expect, test } from 'vitest';
import { empresaId, withHttp } from './testing/calls.ts';

const { inject, post } = withHttp();

describe('input checked as declared', () => {
  test('declared input reaches the handler typed, with defaults', async () => {
    const { statusCode, body } = await post(`/api/eco/${empresaId}?si=true`, { texto: 'hola' });
    expect(statusCode).toBe(201);
    expect(JSON.parse(body)).toMatchObject({
      params: { id: empresaId },
      query: { n: 7, si: true },
      body: { texto: 'hola' },
      caller: null,
    });
  });

  test('undeclared input of the body and of the address is refused, and a header of it does not reach the handler', async () => {
    const address = `/api/eco/${empresaId}`;
    const refused = await post(address, { texto: 'hola', rol: 'root' }, { 'x-api-key': 'secreta' });
    expect(refused.json()).toMatchObject({ code: 'peticion/invalida', detail: 'rol no es un campo de esta petición' });
    expect((await post(`${address}?empresa_id=x`, { texto: 'hola' })).json()).toMatchObject({
      code: 'peticion/invalida',
      detail: '«empresa_id» no es un parámetro de esta consulta. Los que lleva: n, si',
    });
    const { body } = await post(address, { texto: 'hola' }, { 'x-api-key': 'secreta' });
    const { query, body: taken, headers } = JSON.parse(body);
    expect([query, taken, headers]).toEqual([{ n: 7 }, { texto: 'hola' }, {}]);
  });

  test.each([
    [
      `/api/eco/no`,
      { texto: 'x' },
      {},
      'id no tiene el formato esperado (uuid); por ejemplo, 01234567-89ab-7cde-8f01-23456789abcd',
    ],
    [`/api/eco/${empresaId}?n=0`, { texto: 'x' }, {}, 'n no puede ser menor que 1'],
    [`/api/eco/${empresaId}?n=muchos`, { texto: 'x' }, {}, 'n debe ser un número entero'],
    [`/api/eco/${empresaId}`, {}, {}, 'texto es obligatorio'],
    [`/api/eco/${empresaId}`, { texto: 5 }, {}, 'texto debe ser texto, no un número'],
    [`/api/eco/${empresaId}`, { texto: '' }, {}, 'texto no puede estar vacío'],
    [`/api/eco/${empresaId}`, { texto: 'x', lista: [1, 2, 3] }, {}, 'lista no puede tener más de 2 elementos'],
    [`/api/eco/${empresaId}`, { texto: 'x', lista: ['a'] }, {}, 'lista.0 debe ser un número entero, no texto'],
    [`/api/eco/${empresaId}`, [], {}, 'El cuerpo debe ser un objeto, no una lista'],
    [`/api/eco/${empresaId}`, { texto: null }, {}, 'texto debe ser texto, no nulo'],
    [`/api/eco/${empresaId}`, { texto: true }, {}, 'texto debe ser texto, no verdadero o falso'],
    [
      `/api/eco/${empresaId}`,
      { texto: 'x' },
      { 'idempotency-key': 'larguísima' },
      'idempotency-key no puede tener más de 5 caracteres',
    ],
  ])('%s with %j is refused', async (url, payload, headers, detail) => {
    const answer = await post(url, payload, headers);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'peticion/invalida', detail, status: 400 });
  });

  test.each([
    ['NUL', 'a\0b'],
    ['half a character', 'a\ud83db'],
    ['the other half', '\udc00'],
  ])('%s in a text is refused, wherever it stands', async (_, text) => {
    const refusals = [
      await post(`/api/eco/${empresaId}`, { texto: text }),
      await post(`/api/eco/${empresaId}`, JSON.stringify({ texto: 'x', otro: [{ [text]: 1 }] })),
      await post(`/api/eco/${empresaId}`, { texto: 'x' }, { 'idempotency-key': text }),
    ];
    if (!/\p{Surrogate}/u.test(text)) {
      refusals.push(await post(`/api/eco/${encodeURIComponent(text)}`, { texto: 'x' }));
      refusals.push(await post(`/api/eco/${empresaId}?otro=${encodeURIComponent(text)}`, { texto: 'x' }));
    }
    for (const refusal of refusals) {
      expect(refusal.json()).toMatchObject({ status: 400, code: 'peticion/invalida' });
      expect(refusal.json().detail).toContain('caracteres que no se admiten');
    }
    const whole = await post(`/api/eco/${empresaId}`, '{"texto":"\\ud83e\\uddfe"}');
    expect(whole.json().body).toEqual({ texto: '🧾' });
  });

  test.each([
    ['of no type', {}],
    ['of JSON', { 'content-type': 'application/json' }],
    ['of a form, as curl -d says', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }],
    ['of JSON, in chunks', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }],
  ])(
    'an empty body %s is an empty object: optional fields are absent, and a missing required one is named',
    async (_, headers) => {
      const bare = (url: string) => inject({ method: 'POST', url, headers, payload: '' });
      const optional = await bare('/api/opcional');
      expect([optional.statusCode, optional.json()]).toEqual([200, {}]);
      const needed = await bare(`/api/eco/${empresaId}`);
      expect(needed.json()).toMatchObject({ status: 400, detail: 'texto es obligatorio' });
    },
  );

  test.each([
    ['Latin 1', '7b22746578746f223a225069f161227d', 'el byte 13 (0xF1) no lo es'],
    ['a character cut short', '7b22746578746f223a22efbf227d', 'el byte 11 (0xEF) no lo es'],
    ['half a character', '7b22746578746f223a22eda080227d', 'el byte 11 (0xED) no lo es'],
    ['UTF-16', 'fffe7b0022007400', 'el byte 1 (0xFF) no lo es'],
  ])('a body in %s is refused, with the place where it is no UTF-8', async (_, hex, where) => {
    const answer = await post(`/api/eco/${empresaId}`, Buffer.from(hex, 'hex'));
    expect(answer.json()).toMatchObject({ status: 400, code: 'peticion/invalida' });
    expect(answer.json().detail).toBe(`El cuerpo no es UTF-8: ${where}. Envíelo codificado en UTF-8.`);
  });

  test('a byte order mark is accepted, and a charset that is not UTF-8 is not', async () => {
    const marked = await post(`/api/eco/${empresaId}`, Buffer.from('\ufeff{"texto":"Piña"}'));
    expect(marked.json().body).toEqual({ texto: 'Piña' });
    const typed = (charset: string) =>
      post(`/api/eco/${empresaId}`, '{"texto":"x"}', { 'content-type': `application/json; charset=${charset}` });
    expect((await typed('UTF-8')).statusCode).toBe(201);
    expect((await typed('"utf-8"')).statusCode).toBe(201);
    expect((await typed('iso-8859-1')).json()).toMatchObject({
      status: 415,
      code: 'peticion/tipo',
      detail: 'Envíe el cuerpo en UTF-8: su Content-Type dice application/json; charset=iso-8859-1',
    });
  });

  test.each(['Pi%F1a', '100%', '%ED%A0%80', '%zz'])('the query ?otro=%s is refused', async (value) => {
    const answer = await post(`/api/eco/${empresaId}?otro=${value}`, { texto: 'x' });
    expect(answer.json()).toMatchObject({ status: 400, code: 'peticion/invalida' });
    expect(answer.json().detail).toContain(`en «otro=${value}»`);
    const path = await post(`/api/eco/${value}`, { texto: 'x' });
    expect(path.json()).toMatchObject({ status: 400, code: 'peticion/invalida' });
  });

  test('invalid JSON, another type of content and too large a body are refused', async () => {
    expect((await post(`/api/eco/${empresaId}`, '{"texto": ')).json()).toMatchObject({
      code: 'peticion/invalida',
      detail: 'El cuerpo no es JSON, o está cortado: revise cómo termina',
    });
    expect((await post(`/api/eco/${empresaId}`, '{\n  texto: 1}')).json()).toMatchObject({
      detail: 'El cuerpo no es JSON: revise la línea 2, columna 3',
    });
    expect((await post(`/api/eco/${empresaId}`, '{"__proto__": {"x": 1}, "texto": "x"}')).statusCode).toBe(400);
    expect((await post(`/api/eco/${empresaId}`, '{"texto": "x", "texto": "y"}')).json()).toMatchObject({
      code: 'peticion/invalida',
      detail: 'El JSON trae «texto» dos veces en un mismo objeto: deje uno solo',
    });
    const xml = await post(`/api/eco/${empresaId}`, '<a/>', { 'content-type': 'text/xml' });
    expect(xml.json()).toMatchObject({
      code: 'peticion/tipo',
      status: 415,
      detail: 'Envíe el cuerpo como application/json',
    });
    const form = await post(`/api/eco/${empresaId}`, '--x--', { 'content-type': 'multipart/form-data; boundary=x' });
    expect(form.json()).toEqual({ ...xml.json(), requestId: form.headers['x-request-id'] });
    const untold = await inject({ method: 'POST', url: `/api/eco/${empresaId}`, payload: Buffer.from('{}') });
    expect(untold.json()).toMatchObject({ code: 'peticion/tipo', detail: 'Envíe el cuerpo como application/json' });
    const big = await post(`/api/eco/${empresaId}`, { texto: 'x'.repeat(1024 * 1024) });
    expect(big.json()).toMatchObject({ code: 'peticion/muy-grande', status: 413 });
  });
});
