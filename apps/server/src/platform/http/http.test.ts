import { describe, expect, test } from 'vitest';
import { openApi } from './openapi.ts';
import { empresaId, puertas, withHttp } from './testing/calls.ts';

const { inject, post, logged, routes } = withHttp();

describe('refusals', () => {
  test('a refusal has its code, title, detail and errors', async () => {
    const answer = await inject('/api/roto/problema');
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toMatchObject({
      type: '/api/docs#ecf/invalido',
      code: 'ecf/invalido',
      title: 'El comprobante tiene errores',
      message: 'El comprobante tiene errores',
      status: 422,
      detail: 'El monto no cuadra',
      errores: [{ codigo: 'X', mensaje: 'x' }],
    });
  });

  test('an internal failure is not shown outside, but logged with the same request id', async () => {
    const answer = await inject('/api/roto/otro');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secreto');
    const { code, requestId } = answer.json();
    expect(code).toBe('servidor/error');
    expect(logged.some((line) => line.includes(requestId) && line.includes('detalle interno'))).toBe(true);
  });

  test('a full disk is 503: the call can be tried again', async () => {
    const answer = await inject('/api/roto/lleno');
    expect(answer.json()).toMatchObject({ code: 'servidor/lleno', status: 503 });
    expect(answer.body).not.toContain('secreto');
  });

  test.each(['55P03', '57014', '40001', '40P01'])(
    'work that others prevented from ending (%s) is 503',
    async (code) => {
      const answer = await inject(`/api/roto/${code}`);
      expect(answer.json()).toMatchObject({ code: 'servidor/ocupado', status: 503 });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.body).not.toContain('secreto');
    },
  );

  test('an unknown address of the API is 404, also for a browser', async () => {
    const answer = await inject({ url: '/api/nada', headers: { accept: 'text/html' } });
    expect(answer.json()).toMatchObject({ code: 'recurso/no-encontrado' });
  });

  test.each([201, 5_000])('an id of %d characters is 404, as one that does not exist', async (length) => {
    const answer = await inject(`/api/roto/${'a'.repeat(length)}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'recurso/no-encontrado', requestId: answer.headers['x-request-id'] });
  });
});

test('every answer has the id of its request, and a refusal has the same one inside', async () => {
  const answers = [
    await inject('/api/papel'),
    await inject('/api/puerta-publico'),
    await inject('/api/puerta-leer'),
    await inject('/api/roto/otro'),
    await inject('/api/nada'),
    await inject('/favicon.svg'),
    await inject({ url: '/facturas', headers: { accept: 'text/html' } }),
    await inject('/assets/otra.js'),
    await inject('/api/roto/%E0%A4%A'),
    await inject(`/api/roto/${'a'.repeat(300)}`),
    await inject({ url: '/api/puerta-leer', headers: { 'x-api-key': 'tmb_inventada' } }),
  ];
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[\w-]{12}$/)));
  expect(new Set(ids).size).toBe(ids.length);
  for (const { statusCode, headers, body } of answers)
    if (statusCode >= 400) expect(JSON.parse(body).requestId).toBe(headers['x-request-id']);
});

test('a key that opens nothing is refused as the kind of key that it claims to be', async () => {
  const refusal = async (key: string) => {
    const { code, title, status, detail } = (
      await inject({ url: '/api/puerta-leer', headers: { 'x-api-key': key } })
    ).json();
    return { code, title, status, detail };
  };
  const clave = { code: 'clave/desconocida', title: 'La clave de API no existe o fue eliminada', status: 401 };
  expect(await refusal('tmb_inventada')).toEqual({ ...clave, detail: undefined });
  expect(await refusal('eyJhbGciOiJIUzI1NiJ9.e30.x')).toEqual({
    ...clave,
    detail: expect.stringContaining('Un token de ValidarSemilla abre solo recepción'),
  });
  expect(await refusal('ses_inventada')).toMatchObject({ code: 'sesion/expirada', status: 401 });
  expect((await inject('/api/puerta-leer')).json()).toMatchObject({ code: 'sesion/requerida', status: 401 });
});

test('each policy admits whom it states and nobody else', async () => {
  const table: Record<string, number[]> = {};
  for (const { policy, path } of puertas) {
    table[policy] = [];
    for (const key of ['', 'lector', 'contable', 'persona', 'jefe', 'clave', 'root', 'inventada']) {
      const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
      table[policy].push((await inject({ url: path, headers })).statusCode);
    }
  }
  expect(table).toEqual({
    publico: [200, 200, 200, 200, 200, 200, 200, 200],
    sesion: [401, 200, 200, 200, 200, 403, 200, 401],
    miembro: [401, 200, 200, 200, 200, 403, 403, 401],
    leer: [401, 200, 200, 200, 200, 200, 403, 401],
    emitir: [401, 403, 403, 200, 200, 200, 403, 401],
    asentar: [401, 403, 403, 200, 200, 403, 403, 401],
    reportar: [401, 403, 200, 200, 200, 200, 403, 401],
    conectar: [401, 403, 200, 200, 200, 403, 403, 401],
    administrar: [401, 403, 403, 403, 200, 403, 403, 401],
    auditar: [401, 403, 403, 403, 200, 403, 200, 401],
    root: [401, 403, 403, 403, 403, 403, 200, 401],
  });
});

test('a call of a screen withdrawn from the company is refused to its people and its key', {
  tags: ['S6-2'],
}, async () => {
  const headers = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  for (const key of ['jefe', 'clave']) {
    const answer = await inject({ url: '/api/quitada', ...headers(key) });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'acceso/menu']);
  }
});

test('a call that requires a recent password asks people for it, not keys nor anonymous callers', async () => {
  const codes = async (url: string) =>
    Promise.all(
      ['persona', 'clave', undefined].map(async (key) => {
        const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
        const answer = await inject({ url, headers });
        return answer.statusCode === 200 ? 200 : answer.json().code;
      }),
    );
  expect(await codes('/api/peligro-publico')).toEqual(['sesion/confirmar', 200, 200]);
  expect(await codes('/api/peligro-leer')).toEqual(['sesion/confirmar', 200, 'sesion/requerida']);
});

describe('addresses', () => {
  test('addresses match without regard to case and to a final slash, and keep the case of their parameters', {
    tags: ['S7-2'],
  }, async () => {
    const answer = await post(`/API/ECO/${empresaId.replaceAll('a', 'A')}/`, { texto: 'x' });
    expect(answer.statusCode).toBe(201);
  });

  test('an address without /api answers a program, and shows the screen to a person', { tags: ['S7-2'] }, async () => {
    expect((await post(`/eco/${empresaId}`, { texto: 'x' })).statusCode).toBe(201);
    expect((await inject('/PAPEL')).body).toBe('<a>ñ</a>');
    const person = await inject({ url: '/papel', headers: { accept: 'text/html,*/*' } });
    expect(person.body).toContain('aplicación');
    const modern = await inject({ url: '/papel', headers: { accept: 'text/html', 'sec-fetch-mode': 'cors' } });
    expect(modern.body).toBe('<a>ñ</a>');
  });
});

test('answers of the API may not be cached, framed or sniffed', async () => {
  for (const address of ['/api/papel', '/api/nada', '/api/roto/%E0%A4%A', `/api/roto/${'a'.repeat(300)}`])
    expect((await inject(address)).headers, address).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  const { headers } = await inject('/api/papel');
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="a_o _1_.xml"; filename*=UTF-8''a%C3%B1o%20%221%22.xml`,
  });
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
});

test('the reference states for each call what it takes and returns', { tags: ['S7-1'] }, () => {
  const document = openApi(routes()) as { paths: Record<string, Record<string, Record<string, unknown>>> };
  expect(Object.keys(document.paths)).toHaveLength(routes().length);
  expect(document.paths['/api/Eco/{id}']!.post).toMatchObject({
    security: [],
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'n', in: 'query', required: false, schema: { type: 'integer', default: 7 } },
      { name: 'si', in: 'query', required: false },
      { name: 'idempotency-key', in: 'header', required: false },
    ],
    requestBody: { content: { 'application/json': { schema: { required: ['texto'] } } } },
    responses: { 201: { description: 'Bien' }, default: { $ref: '#/components/responses/Problema' } },
  });
  expect(document.paths['/api/peligro-leer']!.get!.description).toBe(
    'Con la contraseña dada en los últimos cinco minutos',
  );
  expect(document.paths['/api/puerta-leer']!.get!.security).toEqual([{ bearer: [] }, { apiKey: [] }]);
});
