import { ambientes, configuracion, roles, sesion, usuarios } from '@timbre/contract';
import type { RouteSpec } from '@timbre/route';
import type { TSchema } from 'typebox';
import { beforeAll, expect, test } from 'vitest';
import { makeRoot } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../db/id.ts';

// A field that a call does not have, or a value outside a closed set, is refused by name, in every call.

const server = withServer();
let company: Stranger;
let root: string;
const stray = 'campoDesconocido';

beforeAll(async () => {
  company = await stranger(server, bare);
  root = await makeRoot(server);
});

const nameOf = ({ method, path }: RouteSpec) => `${method} ${path}`;
const keyFor = ({ policy }: RouteSpec) =>
  policy === 'root' ? root : policy === 'publico' ? undefined : company.sesion;

interface Sending {
  readonly body?: unknown;
  readonly form?: Record<string, string>;
}

/** Fills every path parameter and every required query parameter. */
function addressOf({ path, params, query }: RouteSpec): string {
  const id = newId(new Date());
  const paramOf = (name: string): string => {
    const schema = (params as { properties?: Record<string, { enum?: string[]; type?: string }> }).properties?.[name];
    return (
      { periodo: '202608', trimestre: '2026-01-01' }[name] ??
      schema?.enum?.[0] ??
      (schema?.type === 'integer' ? '1' : id)
    );
  };
  const asked = (query?.required ?? []).map(
    (name) => `${name}=${{ rncEmisor: company.rnc, periodo: '202608' }[name] ?? id}`,
  );
  return `${path.replace(':rnc', company.rnc).replace(/:(\w+)/g, (_, name) => paramOf(name))}?${asked.join('&')}`;
}

async function refusalOf(route: RouteSpec, { body, form }: Sending) {
  const key = keyFor(route);
  const parts = new FormData();
  for (const [name, value] of Object.entries(form ?? {})) parts.set(name, value);
  const encoded = new Response(parts);
  const response = await server.app.http.fastify.inject({
    method: route.method,
    url: addressOf(route),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      'content-type': form === undefined ? 'application/json' : encoded.headers.get('content-type')!,
    },
    ...(body === undefined && form === undefined
      ? {}
      : { payload: form === undefined ? JSON.stringify(body) : Buffer.from(await encoded.arrayBuffer()) }),
  });
  const isProblem = /problem/.test(String(response.headers['content-type']));
  const { code, errores }: { code?: string; errores?: { campo?: string }[] } = isProblem ? response.json() : {};
  return { status: response.statusCode, code, fields: errores?.map(({ campo }) => campo) };
}

/** Calls that may have a body. */
const taking = () => server.app.http.routes.filter(({ method }) => method !== 'GET');

interface Described {
  readonly required: boolean;
  readonly content: Readonly<Record<string, { readonly schema: { readonly [keyword: string]: unknown } }>>;
}

/** The body of each call as OpenAPI describes it. */
async function describedBodies(): Promise<(route: RouteSpec) => Described | undefined> {
  const document = (await server.app.http.fastify.inject('/api/openapi.json')).json();
  const named = (schema: { readonly $ref?: string }) =>
    schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)!];
  return ({ method, path }) => {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
    const { required, content } = operation.requestBody ?? {};
    if (content === undefined) return undefined;
    const resolved = Object.entries<{ schema: object }>(content).map(([type, { schema }]) => [
      type,
      { schema: named(schema) },
    ]);
    return { required, content: Object.fromEntries(resolved) };
  };
}

test('an unknown field of a call is refused, with its name, where OpenAPI does not admit it', {
  tags: ['S7-12'],
}, async () => {
  const bodyOf = await describedBodies();
  const asked = { refused: 0, admitted: 0 };
  for (const route of taking()) {
    // The body is a document: an unknown field is a fault of the document.
    if (route.describeBody !== undefined) continue;
    const described = Object.values(bodyOf(route)?.content ?? {})[0]?.schema;
    // The specification's clients, and the programs of others, send more fields than are read.
    const isOpen = (route.body as { additionalProperties?: unknown } | undefined)?.additionalProperties === true;
    const admits = isOpen || route.looseFile !== undefined;
    const where = nameOf(route);
    expect([where, described?.additionalProperties]).toEqual([where, described && admits]);
    if (admits) asked.admitted += 1;
    if (admits) continue;
    const sending = route.bodyKind === 'multipart' ? { form: { [stray]: 'x' } } : { body: { [stray]: 'x' } };
    const { status, code, fields } = await refusalOf(route, sending);
    expect([where, status, code, fields?.[0]]).toEqual([where, 400, 'peticion/invalida', stray]);
    asked.refused += 1;
  }
  expect(asked.refused).toBeGreaterThan(50);
  expect(asked.admitted).toBeGreaterThan(10);
});

test('a body may be left out where OpenAPI does not require it, and nowhere else', { tags: ['S7-12'] }, async () => {
  const bodyOf = await describedBodies();
  const withBody = taking().filter(
    (route) =>
      bodyOf(route) !== undefined &&
      // Any bytes are a body there, also none.
      route.looseFile === undefined &&
      // It would end the session.
      route.path !== sesion.logout.path,
  );
  let optional = 0;
  for (const route of withBody) {
    const { required } = bodyOf(route)!;
    const { status, code } = await refusalOf(route, {});
    const where = nameOf(route);
    if (required) expect([where, status]).toEqual([where, expect.toSatisfy((sent: number) => sent >= 400)]);
    else expect([where, status, code]).not.toEqual([where, 400, 'peticion/invalida']);
    if (!required) optional += 1;
  }
  expect(optional).toBeGreaterThan(20);
});

/** The fields of a body, or of the objects in its lists, whose values are a closed set. */
function enumerations(schema: TSchema, at = ''): { readonly campo: string; readonly body: object }[] {
  const { properties = {} } = schema as { properties?: Record<string, Record<string, unknown>> };
  return Object.entries(properties).flatMap(([name, part]): { campo: string; body: object }[] => {
    const campo = at + name;
    if (Array.isArray(part.enum)) return [{ campo, body: { [name]: 'jefe' } }];
    const items = part.items as TSchema | undefined;
    if (items === undefined) return [];
    return enumerations(items, `${campo}.0.`).map((inner) => ({ campo: inner.campo, body: { [name]: [inner.body] } }));
  });
}

test('a word that a field does not accept is refused, with the name of the field', {
  tags: ['S7-12'],
}, async () => {
  const asked: string[] = [];
  for (const route of taking()) {
    for (const { campo, body } of route.body === undefined ? [] : enumerations(route.body)) {
      const { status, fields } = await refusalOf(route, { body });
      expect([nameOf(route), status, fields]).toEqual([nameOf(route), 400, expect.arrayContaining([campo])]);
      asked.push(`${nameOf(route)} ${campo}`);
    }
  }
  expect(asked).toEqual(
    expect.arrayContaining([
      'POST /api/usuarios/crear rol',
      'POST /api/usuarios/crear Rol',
      'PATCH /api/usuarios/:id/rol rol',
      'POST /api/secuencias ambiente',
    ]),
  );
  expect([roles.length, ambientes.length]).not.toContain(0);
});

test('the role is read in both spellings, and not in two that differ', { tags: ['S7-6'] }, async () => {
  const body = (n: number) => ({
    NombreUsuario: `quien ${n}`,
    Correo: `quien${n}@ejemplo.invalid`,
    Contrasena: 'tres gatos duermen',
  });
  const create = (n: number, rol: object) =>
    server.call(usuarios.crearUsuario, { body: { ...body(n), ...rol } }, company.sesion);
  expect((await create(1, { rol: 'contador' })).body.rol).toBe('contador');
  expect((await create(2, { Rol: 'contador' })).body.rol).toBe('contador');
  expect((await create(3, { rol: 'contador', Rol: 'contador' })).body.rol).toBe('contador');
  expect((await create(4, { rol: 'contador', Rol: 'consulta' })).status).toBe(400);
  expect((await create(5, { rol: 'jefe' })).status).toBe(400);
  const params = { id: newId(new Date()) };
  expect((await server.call(usuarios.cambiarRol, { params, body: {} }, company.sesion)).status).toBe(400);
});

test('the parts of a form are named in the contract, and accepted in any case', async () => {
  const { fields } = await refusalOf(configuracion.guardarConfiguracion, {
    form: { rncemisor: company.rnc, ID_EXTERNO: 'x', RncDelEmisor: company.rnc },
  });
  expect(fields).toEqual(['RncDelEmisor']);
});
