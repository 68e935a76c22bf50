import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { refuse } from '@timbre/refusal';
import { route } from '@timbre/route';
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../input/caller.ts';
import { openApi } from './openapi.ts';
import { type Http, handle } from './register.ts';
import { createHttp } from './server.ts';
import { createWeb } from './web.ts';

const empresaId = '00000000-0000-7000-8000-000000000001';
const callers: Record<string, Caller> = {
  persona: {
    via: 'sesion',
    sesionId: 's',
    personaId: 'u',
    usuarioId: 'u',
    nombreUsuario: 'u',
    rol: 'facturador',
    empresaId,
    totp: false,
  },
  jefe: {
    via: 'sesion',
    sesionId: 's',
    personaId: 'j',
    usuarioId: 'j',
    nombreUsuario: 'j',
    rol: 'administrador',
    empresaId,
    totp: false,
  },
  lector: {
    via: 'sesion',
    sesionId: 's',
    personaId: 'l',
    usuarioId: 'l',
    nombreUsuario: 'l',
    rol: 'consulta',
    empresaId,
    totp: false,
  },
  contable: {
    via: 'sesion',
    sesionId: 's',
    personaId: 'c',
    usuarioId: 'c',
    nombreUsuario: 'c',
    rol: 'contador',
    empresaId,
    totp: false,
  },
  root: {
    via: 'sesion',
    sesionId: 's',
    personaId: 'r',
    usuarioId: 'r',
    nombreUsuario: 'r',
    rol: 'root',
    empresaId: null,
    totp: false,
  },
  clave: { via: 'clave', claveId: 'k', empresaId, alcances: ['leer', 'emitir', 'reportes'] },
};

const base = { summary: 'Prueba' } as const;
const eco = route({
  ...base,
  method: 'POST',
  path: '/api/Eco/:id',
  policy: 'publico',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  query: Type.Object({ n: Type.Optional(Type.Integer({ minimum: 1, default: 7 })), si: Type.Optional(Type.Boolean()) }),
  headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 5 })) }),
  body: Type.Object({
    texto: Type.String({ minLength: 1 }),
    lista: Type.Optional(Type.Array(Type.Integer(), { maxItems: 2 })),
  }),
  status: 201,
  answer: Type.Unknown(),
});
const roto = route({
  ...base,
  method: 'GET',
  path: '/api/roto/:como',
  policy: 'publico',
  params: Type.Object({ como: Type.String() }),
});
const opcional = route({
  ...base,
  method: 'POST',
  path: '/api/opcional',
  policy: 'publico',
  body: Type.Object({ ids: Type.Optional(Type.Array(Type.String())) }),
  answer: Type.Unknown(),
});
const papel = route({ ...base, method: 'GET', path: '/api/papel', policy: 'publico', answerKind: 'xml' });
const subida = route({
  ...base,
  method: 'POST',
  path: '/api/subida',
  policy: 'publico',
  bodyKind: 'multipart',
  form: {
    archivo: { kind: 'file', required: true, description: 'Certificado', aliases: ['p12'] },
    clave: { kind: 'text', description: 'Contraseña', schema: Type.String({ maxLength: 5 }) },
  },
  maxBodyBytes: 10_000,
  answer: Type.Unknown(),
});
const quitada = route({
  ...base,
  method: 'GET',
  path: '/api/quitada',
  policy: 'leer',
  menu: 'quitado',
  answer: Type.Unknown(),
});
const puertas = (
  [
    'publico',
    'sesion',
    'miembro',
    'leer',
    'emitir',
    'asentar',
    'reportar',
    'conectar',
    'administrar',
    'auditar',
    'root',
  ] as const
).map((policy) => route({ ...base, method: 'GET', path: `/api/puerta-${policy}`, policy, answer: Type.Unknown() }));

const peligrosas = (['publico', 'leer'] as const).map((policy) =>
  route({ ...base, method: 'GET', path: `/api/peligro-${policy}`, policy, stepUp: 'siempre', answer: Type.Unknown() }),
);

const logged: string[] = [];
let http: Http;
let webFolder: string;

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'timbre-web-'));
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(
    join(webFolder, 'index.html'),
    '<meta name="csp-nonce" content="__NONCE__"><script>uno()</script></head><p>aplicación<script>dos()</script>',
  );
  writeFileSync(join(webFolder, 'assets/app-abc123.js'), 'alert(1)');
  writeFileSync(join(webFolder, 'assets/app-abc123.js.br'), 'en brotli');
  writeFileSync(join(webFolder, 'favicon.svg'), '<svg/>');
  http = await createHttp({
    authenticate: async (key) => callers[key],
    countWrongKey: () => undefined,
    onForwarded: () => undefined,
    reaches: async (_empresaId, menuId) => menuId !== 'quitado',
    demandPassword: async ({ nombreUsuario }) => {
      if (nombreUsuario === 'u') refuse('sesion/confirmar');
    },
    mustSetUpTotp: () => false,
    log: pino({ level: 'debug' }, { write: (line: string) => logged.push(line) }),
    publicUrl: 'https://timbre.ejemplo',
    web: createWeb('https://modelo.example/v', webFolder),
    trustedProxies: 0,
  });
  handle(http, eco, async ({ params, query, body, headers, caller }) => ({
    params,
    query,
    body,
    headers: { ...headers },
    caller: caller ?? null,
  }));
  handle(http, roto, async ({ params }) => {
    if (params.como === 'problema') refuse('ecf/invalido', 'El monto no cuadra', [{ codigo: 'X', mensaje: 'x' }]);
    if (params.como === 'lleno') throw Object.assign(new Error('no space on the disk of /secreto'), { code: 'ENOSPC' });
    if (/^[0-9A-Z]{5}$/.test(params.como)) throw Object.assign(new Error('secreto'), { code: params.como });
    throw new Error('detalle interno /secreto');
  });
  handle(http, opcional, async ({ body }) => body);
  handle(http, papel, async () => ({ bytes: '<a>ñ</a>', fileName: 'año "1".xml' }));
  handle(http, subida, async ({ form }) => ({
    fields: form.fields,
    files: Object.fromEntries(Object.entries(form.files).map(([name, file]) => [name, [file.name, file.bytes.length]])),
  }));
  for (const puerta of puertas) handle(http, puerta, async () => 'dentro');
  handle(http, quitada, async () => 'dentro');
  for (const peligrosa of peligrosas) handle(http, peligrosa, async () => 'dentro');
});
afterAll(async () => {
  await http.fastify.close();
  rmSync(webFolder, { recursive: true });
});

const inject = (options: string | InjectOptions) => http.fastify.inject(options);
const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  inject({
    method: 'POST',
    url,
    payload: payload as object,
    headers: { 'content-type': 'application/json', ...headers },
  });

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
    [`/api/eco/no`, { texto: 'x' }, {}, 'id no tiene el formato esperado (uuid)'],
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
    expect((await post(`/api/eco/${empresaId}`, '{"texto": ')).json()).toMatchObject({ code: 'peticion/invalida' });
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

describe('forms', () => {
  const send = async (parts: [string, string | Blob, string?][]) => {
    const form = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, fileName);
    }
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type')! };
    return inject({ method: 'POST', url: '/api/subida', payload: Buffer.from(await encoded.arrayBuffer()), headers });
  };

  test('the fields and files of a form arrive whole', async () => {
    const answer = await send([
      ['archivo', new Blob(['x'.repeat(5_000)]), 'año.p12'],
      ['clave', 'ñandú'],
    ]);
    expect(answer.json()).toEqual({ fields: { clave: 'ñandú' }, files: { archivo: ['año.p12', 5_000] } });
  });

  test('a form in Latin 1 is refused: its texts would lose letters', async () => {
    const part = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const payload = Buffer.from(`${part('clave', 'ñandú')}--x--\r\n`, 'latin1');
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await inject({ method: 'POST', url: '/api/subida', payload, headers });
    expect(answer.json()).toMatchObject({ status: 400, code: 'peticion/invalida' });
    expect(answer.json().detail).toBe('clave no es UTF-8. Envíe el formulario codificado en UTF-8.');
  });

  test('the parts of a form are accepted by any of their names, in any letter case', async () => {
    const answer = await send([
      ['P12', new Blob(['x']), 'a.p12'],
      ['CLAVE', 'abc'],
    ]);
    expect(answer.json()).toEqual({ fields: { clave: 'abc' }, files: { archivo: ['a.p12', 1] } });
  });

  test.each<[string, [string, string | Blob, string?][], string]>([
    ['without what is required', [['clave', 'abc']], 'archivo es obligatorio'],
    ['with a text where a file is wanted', [['archivo', 'abc']], 'archivo debe ser un archivo'],
    ['with a file where a text is wanted', [['clave', new Blob(['x']), 'a']], 'clave debe ser texto, no un archivo'],
    [
      'with a text of another form',
      [
        ['archivo', new Blob(['x']), 'a'],
        ['clave', 'abcdef'],
      ],
      'clave no puede tener más de 5 caracteres',
    ],
    ['with a part of another name', [['otro', 'x']], 'otro no es un campo de esta petición'],
  ])('a form %s is refused, with the name of the part', async (_, parts, detail) => {
    expect((await send(parts)).json()).toMatchObject({ status: 400, code: 'peticion/invalida', detail });
  });

  test('a form that is too large, has too many parts, or is not a form is refused', async () => {
    expect((await send([['archivo', new Blob(['x'.repeat(20_000)]), 'a']])).json()).toMatchObject({
      code: 'peticion/muy-grande',
    });
    const many = Array.from({ length: 30 }, (_, i): [string, string] => [`c${i}`, 'x']);
    expect((await send(many)).json()).toMatchObject({ code: 'peticion/muy-grande' });
    expect((await post('/api/subida', {})).json()).toMatchObject({
      code: 'peticion/tipo',
      detail: 'Envíe el cuerpo como multipart/form-data',
    });
    const cut = {
      method: 'POST' as const,
      url: '/api/subida',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    };
    const broken = await inject({
      ...cut,
      payload: '--x\r\nContent-Disposition: form-data; name="archivo"; filename="a"\r\n\r\nxx',
    });
    expect(broken.statusCode).toBe(400);
  });

  test('endless names of a form are refused without repeating them', async () => {
    for (const name of ['n'.repeat(500_000), `n"; filename="${'a'.repeat(500_000)}`, 'n'.repeat(3_000)]) {
      const answer = await inject({
        method: 'POST',
        url: '/api/subida',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload: `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nb\r\n--x--\r\n`,
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.body.length).toBeLessThan(1_000);
    }
    const answer = await post(`/api/eco/${empresaId}`, {
      texto: 'x',
      ['n'.repeat(9_000)]: 1,
      [`${'m'.repeat(9_000)}\0`]: 1,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.body.length).toBeLessThan(2_000);
  });
});

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
    const { code, title, status } = (await inject({ url: '/api/puerta-leer', headers: { 'x-api-key': key } })).json();
    return { code, title, status };
  };
  const clave = { code: 'clave/desconocida', title: 'La clave de API no existe o fue eliminada', status: 401 };
  expect(await refusal('tmb_inventada')).toEqual(clave);
  expect(await refusal('cualquiera')).toEqual(clave);
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

describe('the web application', () => {
  test('every screen is the same page, with a nonce of its own each time', async () => {
    const nonces = new Set<string>();
    for (const url of ['/', '/login', '/facturas?estado=aceptado', '/no/existe']) {
      const answer = await inject({ url, headers: { accept: 'text/html' } });
      expect(answer.statusCode).toBe(200);
      const nonce = /content="([^"]+)"/.exec(answer.body)![1]!;
      expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(answer.headers['cache-control']).toBe('no-store');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  test('the page allows its two scripts, by their hash, no other inline script and nothing from elsewhere', async () => {
    const { headers } = await inject({ url: '/', headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy']);
    const [uno, dos] = ['uno()', 'dos()'].map((code) => createHash('sha256').update(code).digest('base64'));
    expect(policy.split('; ').slice(0, 2)).toEqual([
      "default-src 'none'",
      `script-src 'self' 'sha256-${uno}' 'sha256-${dos}'`,
    ]);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  });

  test('the page of Mapeo de Cuentas may call the provider of the language model, and no other page may', async () => {
    const pageOf = (url: string) => inject({ url, headers: { accept: 'text/html' } });
    const reaches = (policy: unknown) => /connect-src ([^;]*)/.exec(String(policy))?.[1];
    const { headers, body } = await pageOf('/cuentas-mapping?tab=607');
    expect(reaches(headers['content-security-policy'])).toBe("'self' https://modelo.example");
    expect(body).toContain('<meta name="asistente" content="https://modelo.example/v">');
    for (const url of ['/', '/reportes-fiscales', '/cuentas-mapping-otra']) {
      const other = await pageOf(url);
      expect(reaches(other.headers['content-security-policy'])).toBe("'self'");
      expect(other.body).not.toContain('asistente');
    }
  });

  test('the page is sent in brotli where it is accepted, with the nonce of this answer', async () => {
    const packed = await inject({ url: '/', headers: { accept: 'text/html', 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    const nonce = /content="([^"]+)"/.exec(brotliDecompressSync(packed.rawPayload).toString())![1]!;
    expect(packed.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  });

  test('named files may be cached for good, and are sent in brotli where it is accepted', async () => {
    const url = '/assets/app-abc123.js';
    const plain = await inject(url);
    expect(plain.body).toBe('alert(1)');
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    const packed = await inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect([packed.body, packed.headers['content-encoding']]).toEqual(['en brotli', 'br']);
    const icon = await inject('/favicon.svg');
    expect(icon.headers['cache-control']).toBe('no-cache');
    const again = await inject({ url: '/favicon.svg', headers: { 'if-none-match': String(icon.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('a file that does not exist is 404, whatever the path to it', async () => {
    for (const url of [
      '/assets/otra.js',
      '/../../package.json',
      '/%2e%2e/package.json',
      '/assets/%2e%2e%2findex.html',
      '/index.html',
    ])
      expect((await inject(url)).statusCode).toBe(404);
    expect((await inject({ url: '/assets/otra.js', headers: { accept: 'text/html' } })).statusCode).toBe(404);
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
  const document = openApi(http.routes) as { paths: Record<string, Record<string, Record<string, unknown>>> };
  expect(Object.keys(document.paths)).toHaveLength(http.routes.length);
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
