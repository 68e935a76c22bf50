import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuse } from '@timbre/refusal';
import { route } from '@timbre/route';
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll } from 'vitest';
import type { Caller } from '../../input/caller.ts';
import { type Http, handle } from '../register.ts';
import { createHttp } from '../server.ts';
import { createWeb } from '../web.ts';

/** The company of the callers. */
export const empresaId = '00000000-0000-7000-8000-000000000001';

/** A person of the company with a session. Ids and names are one letter. */
const person = (u: string, rol: Extract<Caller, { via: 'sesion' }>['rol']): Caller => ({
  via: 'sesion',
  sesionId: 's',
  personaId: u,
  usuarioId: u,
  nombreUsuario: u,
  rol,
  empresaId: rol === 'root' ? null : empresaId,
  totp: false,
});
/** By their keys. */
const callers: Record<string, Caller> = {
  persona: person('u', 'facturador'),
  jefe: person('j', 'administrador'),
  lector: person('l', 'consulta'),
  contable: person('c', 'contador'),
  root: person('r', 'root'),
  clave: { via: 'clave', claveId: 'k', empresaId, alcances: ['leer', 'emitir', 'reportes'] },
};

const eco = route({
  summary: 'Prueba',
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
  summary: 'Prueba',
  method: 'GET',
  path: '/api/roto/:como',
  policy: 'publico',
  params: Type.Object({ como: Type.String() }),
});
const opcional = route({
  summary: 'Prueba',
  method: 'POST',
  path: '/api/opcional',
  policy: 'publico',
  body: Type.Object({ ids: Type.Optional(Type.Array(Type.String())) }),
  answer: Type.Unknown(),
});
const papel = route({ summary: 'Prueba', method: 'GET', path: '/api/papel', policy: 'publico', answerKind: 'xml' });
const subida = route({
  summary: 'Prueba',
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
  summary: 'Prueba',
  method: 'GET',
  path: '/api/quitada',
  policy: 'leer',
  menu: 'quitado',
  answer: Type.Unknown(),
});
export const puertas = (
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
).map((policy) =>
  route({ summary: 'Prueba', method: 'GET', path: `/api/puerta-${policy}`, policy, answer: Type.Unknown() }),
);

const peligrosas = (['publico', 'leer'] as const).map((policy) =>
  route({
    summary: 'Prueba',
    method: 'GET',
    path: `/api/peligro-${policy}`,
    policy,
    stepUp: 'siempre',
    answer: Type.Unknown(),
  }),
);

/** Answers the calls of these tests. */
function handleAll(http: Http): void {
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
}

/** A folder with a web application of one page, a script and an icon. */
function makeWebFolder(): string {
  const webFolder = mkdtempSync(join(tmpdir(), 'timbre-web-'));
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(
    join(webFolder, 'index.html'),
    '<meta name="csp-nonce" content="__NONCE__"><script>uno()</script></head><p>aplicación<script>dos()</script>',
  );
  writeFileSync(join(webFolder, 'assets/app-abc123.js'), 'alert(1)');
  writeFileSync(join(webFolder, 'assets/app-abc123.js.br'), 'en brotli');
  writeFileSync(join(webFolder, 'favicon.svg'), '<svg/>');
  return webFolder;
}

/** HTTP with calls of each kind, without a database, during the tests of a file. */
export function withHttp() {
  const logged: string[] = [];
  let http: Http;
  let webFolder: string;

  beforeAll(async () => {
    webFolder = makeWebFolder();
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
    handleAll(http);
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
  /** `routes` are those of the reference, `logged` the lines of the log. */
  return { inject, post, logged, routes: () => http.routes };
}
