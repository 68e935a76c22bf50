import type { RouteSpec } from '@timbre/route';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentRow } from '../../main/testing/documento.ts';
import { makeRoot } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../db/id.ts';

// The parameters of addresses, in every call: one that is not declared is refused by name, a declared one is read.

const server = withServer();
let company: Stranger;
let root: string;
let importacionId: string;
let documentoId: string;

beforeAll(async () => {
  company = await stranger(server, bare);
  root = await makeRoot(server);
  importacionId = newId(new Date());
  const { id: empresa_id } = company;
  const book = { archivo: 'a.xlsx', estado: 'listo' as const, pasos: '[]', creada: new Date() };
  const document = documentRow(company, 31, 1);
  documentoId = document.id;
  await server.ctx.db.system(async (tx) => {
    await tx
      .insertInto('importacion')
      .values({ empresa_id, id: importacionId, ...book })
      .execute();
    await tx.insertInto('documento').values(document).execute();
  });
});
afterAll(() => {
  delete server.app.http.watchQuery;
});

const nameOf = ({ method, path }: RouteSpec) => `${method} ${path}`;
const keyFor = ({ policy }: RouteSpec) =>
  policy === 'root' ? root : policy === 'publico' ? undefined : company.sesion;

type Schemas = Readonly<Record<string, TSchema & { readonly [keyword: string]: unknown }>>;
const parametersOf = ({ query }: RouteSpec) => (query?.properties ?? {}) as Schemas;

/** Values of parameters that name a thing, or have a form of their own. */
const named = (): Readonly<Record<string, string>> => ({
  rnc: company.rnc,
  rncEmisor: company.rnc,
  rncComprador: company.rnc,
  userId: company.usuarioId,
  usuarioId: company.usuarioId,
  periodo: '202608',
  trimestre: '2026-01-01',
  ambiente: 'Test',
  montoMinimo: '1',
  antesDe: '5',
  despues: '5.5',
  tipo: '31',
  query: 'select * from Account orderby Name',
  huella: 'ab'.repeat(32),
  encf: 'E310000000001',
  ncf: 'B0100000001',
});

/** A value that a schema accepts. */
function sampleOf(name: string, schema: Schemas[string] | undefined): string {
  const enumerated = schema?.enum as readonly unknown[] | undefined;
  if (enumerated !== undefined) return String(enumerated[0]);
  if (schema?.format === 'uuid') return newId(new Date());
  if (schema?.format === 'date') return '2026-08-01';
  if (schema?.type === 'boolean') return 'true';
  if (schema?.type === 'integer') return String(Math.max(1, Number(schema.minimum ?? 1)));
  const [example = '5'] = (schema?.examples ?? []) as readonly string[];
  const value = named()[name] ?? (schema?.pattern === undefined ? newId(new Date()) : example);
  return value.slice(0, Number(schema?.maxLength ?? value.length));
}

/** The days without which a report says nothing else. */
function daysOf(spec: RouteSpec): Readonly<Record<string, string>> {
  const days = {
    fechaInicio: '2026-08-01',
    fechaFin: '2026-08-31',
    fechaDesde: '2026-08-01',
    fechaHasta: '2026-08-31',
  };
  return Object.fromEntries(Object.entries(days).filter(([name]) => name in parametersOf(spec)));
}

/** The id of the path: that of a thing of the company, where a handler looks it up first. */
const idOf = ({ path }: RouteSpec): Readonly<Record<string, string>> =>
  path.includes('/importaciones/') ? { id: importacionId } : path.includes('/documentos/') ? { id: documentoId } : {};

function addressOf(spec: RouteSpec, query: Readonly<Record<string, string>>): string {
  const params = (spec.params?.properties ?? {}) as Schemas;
  const required = (spec.query?.required ?? []).map((name) => [name, sampleOf(name, parametersOf(spec)[name])]);
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => idOf(spec)[name] ?? sampleOf(name, params[name]));
  return `${path}?${new URLSearchParams({ ...Object.fromEntries(required), ...query })}`;
}

/** The parts that a form must have. */
function formOf({ form }: RouteSpec): FormData | undefined {
  if (form === undefined) return undefined;
  const parts = new FormData();
  for (const [name, { kind, required }] of Object.entries(form))
    if (required) parts.set(name, kind === 'file' ? new File(['x'], 'a.txt') : 'x');
  return parts;
}

async function ask(spec: RouteSpec, query: Readonly<Record<string, string>>) {
  const key = keyFor(spec);
  const encoded = new Response(formOf(spec) ?? '{}');
  const body = Buffer.from(await encoded.arrayBuffer());
  const type = spec.form === undefined ? 'application/json' : encoded.headers.get('content-type')!;
  const response = await server.app.http.fastify.inject({
    method: spec.method,
    url: addressOf(spec, query),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(spec.method === 'GET' ? {} : { 'content-type': type }),
    },
    ...(spec.method === 'GET' ? {} : { payload: body }),
    payloadAsStream: true,
  });
  if (spec.answerKind === 'eventos' && response.statusCode === 200) {
    response.stream().destroy();
    return { status: response.statusCode, errores: [] };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response.stream()) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const isProblem = /problem/.test(String(response.headers['content-type']));
  const { errores = [], detail } = isProblem ? JSON.parse(text) : {};
  return { status: response.statusCode, errores: errores as { campo: string; mensaje: string }[], detail };
}

/** The calls that programs of others do not make. */
const own = () => server.app.http.routes.filter(({ foreign }) => foreign !== true);

test('an unknown parameter of an address is refused, with its name', { tags: ['S7-16'] }, async () => {
  for (const spec of own()) {
    const { status, errores } = await ask(spec, { parametroDesconocido: '1' });
    expect([nameOf(spec), status, errores[0]?.campo]).toEqual([nameOf(spec), 400, 'parametroDesconocido']);
  }
  expect(own().length).toBeGreaterThan(100);
});

test('a misspelt parameter is refused with the one that was probably meant', { tags: ['S7-16'] }, async () => {
  const messageOf = async (path: string, query: Readonly<Record<string, string>>) => {
    const spec = server.app.http.routes.find((route) => route.method === 'GET' && route.path === path)!;
    return (await ask(spec, query)).errores[0]?.mensaje;
  };
  expect(await messageOf('/api/facturas', { estdo: 'rechazado' })).toBe(
    '«estdo» no es un parámetro de esta consulta; ¿quiso decir «estado»?',
  );
  expect(await messageOf('/api/documentos/:id/pdf', { formato: 'ticket' })).toBe(
    '«formato» no es un parámetro de esta consulta; ¿quiso decir «forma»?',
  );
  expect(await messageOf('/api/empresa', { x: '1' })).toBe(
    '«x» no es un parámetro de esta consulta, que no lleva ninguno',
  );
});

test('programs of others may send more than we read', { tags: ['S7-16'] }, async () => {
  const foreign = server.app.http.routes.filter((route) => route.foreign && route.method === 'GET');
  expect(foreign.length).toBe(2);
  for (const spec of foreign) expect((await ask(spec, { cualquiera: '1' })).status).toBe(200);
});

/** Records which parameters a handler reads: one that is only copied with the rest is not read. */
function watched(query: unknown, read: Set<string>): unknown {
  let copied: PropertyKey | undefined;
  return new Proxy(query as object, {
    getOwnPropertyDescriptor(target, name) {
      copied = name;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    get(target, name) {
      if (copied !== name) read.add(String(name));
      copied = undefined;
      return Reflect.get(target, name);
    },
  });
}

test('every declared parameter is read', { tags: ['S7-16'] }, async () => {
  const unread: string[] = [];
  let asked = 0;
  for (const spec of server.app.http.routes) {
    for (const [name, schema] of Object.entries(parametersOf(spec))) {
      // The key of the address is read before the query.
      if (spec.keyInQuery && name === 'apiKey') continue;
      // Any value but the only one is refused by its schema.
      if ((schema.enum as readonly unknown[] | undefined)?.length === 1) continue;
      const read = new Set<string>();
      server.app.http.watchQuery = (_, query) => watched(query, read);
      const { status, errores, detail } = await ask(spec, { ...daysOf(spec), [name]: sampleOf(name, schema) });
      if (!read.has(name)) unread.push(`${nameOf(spec)} ${name} (${status} ${errores[0]?.mensaje ?? detail ?? ''})`);
      asked += 1;
    }
  }
  delete server.app.http.watchQuery;
  expect(unread).toEqual([]);
  expect(asked).toBeGreaterThan(150);
});

const takes = (spec: RouteSpec, name: string) => name in parametersOf(spec) || name in (spec.queryAliases ?? {});

/** Lists that are not read in parts: searches as a person types, and closed sets of a few. */
const whole: ReadonlySet<string> = new Set([
  'GET /api/avisos',
  'GET /api/catalogo/compradores',
  'GET /api/catalogo/productos',
  'GET /api/contribuyentes',
  'GET /fe/api/consultas/contribuyente',
  'GET /api/Clientes/BuscarPorRnc/:rnc',
  'GET /api/facturas/recibidas/rechazadas',
  'GET /api/reportes-fiscales/607/resumen-consumo',
  'GET /api/reportes-fiscales/vencimientos',
]);

test('every list takes limite and cursor, and refuses a cursor that is not of it', { tags: ['S7-16'] }, async () => {
  const lists = server.app.http.routes.filter(
    (spec) =>
      spec.method === 'GET' &&
      !whole.has(nameOf(spec)) &&
      ((spec.answer as { type?: string } | undefined)?.type === 'array' ||
        ['cursor', 'despues', 'antesDe', 'desde'].some((name) => name in parametersOf(spec) && takes(spec, 'cursor'))),
  );
  for (const spec of lists) {
    expect([nameOf(spec), takes(spec, 'limite'), takes(spec, 'cursor')]).toEqual([nameOf(spec), true, true]);
    const { status } = await ask(spec, { ...daysOf(spec), cursor: 'de otra lista', limite: '1' });
    // Where the thing itself is not there, that is said first.
    expect([nameOf(spec), status === 404 && spec.params !== undefined ? 400 : status]).toEqual([nameOf(spec), 400]);
  }
  expect(lists.length).toBeGreaterThan(25);
});
