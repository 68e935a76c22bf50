import { alcanceDe, ProblemBody, quienPuede } from '@timbre/contract';
import { type Example, examples, filledExample } from '@timbre/contract/examples';
import { namedCalls, namedSchemas } from '@timbre/contract/named';
import type { FormPart, FormParts, RouteSpec } from '@timbre/route';
import { type TObject, type TSchema, Type } from 'typebox';
import { defaultBodyLimit, jsonType } from './bodies.ts';
import { formType } from './form.ts';
import { refusalResponse, successesOf } from './openapi-answers.ts';
import { describedWebhooks } from './openapi-webhooks.ts';

/** The requirement of a route for a caller with a session, in Spanish. */
export const stepUpWords: Record<NonNullable<RouteSpec['stepUp']>, string> = {
  libre:
    'Para firmar lo que no es un comprobante de la empresa, la persona debe haber escrito su contraseña hace cinco minutos o menos, y una API Key necesita el permiso firmar.',
  siempre: 'Con la contraseña dada en los últimos cinco minutos',
  ajeno: 'Si es de otra persona, con la contraseña propia dada en los últimos cinco minutos',
};

const names: ReadonlyMap<RouteSpec, string> = new Map(namedCalls.map(({ route, name }) => [route, name]));

/** The example of a call of the contract, with values for its variables. */
function exampleOf(route: RouteSpec): Example | undefined {
  const example = examples[names.get(route) ?? ''];
  return example && filledExample(example);
}

type Requirement = Readonly<Record<string, readonly never[]>>;

const anybody: Requirement = {};
const withKey: readonly Requirement[] = [{ bearer: [] }, { apiKey: [] }];

/** The ways in which a caller may be known; an empty one is a caller who sends nothing, or sends a part of the form. */
function security({ policy, credential, keyInQuery, authorityToken }: RouteSpec): readonly Requirement[] {
  if (credential === 'receptor') return [{ tokenDeReceptor: [] }];
  if (credential === 'opcional') return [...withKey, anybody];
  if (policy === 'publico') return [];
  if (!quienPuede[policy].clave) return [{ bearer: [] }];
  return [
    ...withKey,
    ...(keyInQuery ? [{ claveEnDireccion: [] }] : []),
    ...(authorityToken === 'formulario' ? [anybody] : []),
  ];
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Clave de sesión (ses_…) o de integración (tmb_…); donde la llamada lo dice, también el token de ValidarSemilla',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'Las mismas claves' },
  claveEnDireccion: {
    type: 'apiKey',
    in: 'query',
    name: 'apiKey',
    description: 'Solo sin cabecera. Prefiera la cabecera: las direcciones quedan en registros ajenos',
  },
  tokenDeReceptor: {
    type: 'http',
    scheme: 'bearer',
    description: 'El token de una hora que este receptor da por su semilla firmada (validacioncertificado)',
  },
};

const about = `Comprobantes fiscales electrónicos (e-CF).

Las direcciones responden también sin \`/api\`, y en mayúsculas o minúsculas; los nombres de las partes de un formulario, también. Un parámetro o un campo que la llamada no describe se rechaza por su nombre, salvo donde el esquema admite otros. Toda negativa es \`application/problem+json\`.`;

/** The API as an OpenAPI 3.1 document. The schemas of the contract already are JSON Schema; the named ones are components. */
export function openApi(routes: readonly RouteSpec[]): object {
  const components = createComponents();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Timbre', version: '1', description: about },
    servers: [{ url: '/' }],
    paths,
    webhooks: describedWebhooks(components.refer),
    components: {
      schemas: components.schemas,
      responses: refusalResponse(components.refer(ProblemBody)),
      securitySchemes,
    },
  };
}

interface Components {
  readonly schemas: Readonly<Record<string, unknown>>;
  /** Replaces each named part of a schema by a reference to it. */
  refer(schema: object): object;
  /** Adds the `$defs` of a schema to the components, and returns the schema without them. */
  adopt(schema: object): object;
}

function createComponents(): Components {
  const schemas: Record<string, unknown> = {};

  function refer(schema: object): object {
    const name = namedSchemas.get(schema as TSchema);
    if (name === undefined) return inner(schema);
    if (!(name in schemas)) {
      schemas[name] = undefined; // reserves its place, in case it refers to itself
      schemas[name] = inner(schema);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  const inner = (schema: object): object =>
    Array.isArray(schema) ? schema.map(part) : Object.fromEntries(Object.entries(schema).map(([k, v]) => [k, part(v)]));
  const part = (value: unknown): unknown => (typeof value === 'object' && value !== null ? refer(value) : value);

  return {
    schemas,
    refer,
    adopt(schema) {
      const moved = JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
      const { $defs, ...rest } = moved;
      Object.assign(schemas, $defs);
      return rest;
    },
  };
}

function operation(route: RouteSpec, components: Components): object {
  const { params } = route;
  const example = exampleOf(route);
  const body = requestBody(route, components, example);
  const alcance = alcanceDe(route);
  return {
    operationId: names.get(route),
    summary: route.summary,
    ...describedFor(route),
    tags: [sectionOf(route)],
    security: security(route),
    ...(alcance === undefined ? {} : { 'x-alcance': alcance }),
    parameters: [
      ...parameters(params, 'path', components, example?.params),
      ...parameters(withAliases(route), 'query', components, example?.query),
      ...parameters(headersOf(route), 'header', components, example?.headers),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...successesOf(route, components.refer),
      default: { $ref: '#/components/responses/Problema' },
    },
  };
}

/** The calls that take a token of the authority, in Spanish. */
export const tokenWords: Record<NonNullable<RouteSpec['authorityToken']>, string> = {
  cabecera: 'También con el token de ValidarSemilla, como Bearer.',
  formulario: 'También con el token de ValidarSemilla: como Bearer o, sin cabecera, en el campo Token.',
};

/** The text about what a caller needs besides a key, or may send in place of one. */
function describedFor({ stepUp, authorityToken }: RouteSpec): { readonly description?: string } {
  const words = [stepUp && stepUpWords[stepUp], authorityToken && tokenWords[authorityToken]].filter(Boolean);
  return words.length === 0 ? {} : { description: words.join(' ') };
}

/** The parameters of the query, under all their names. */
export function withAliases({ query, queryAliases = {} }: RouteSpec): TObject | undefined {
  if (query === undefined) return undefined;
  const others = Object.entries(queryAliases).map(([alias, name]) => {
    const { default: _, ...schema } = query.properties[name] as TSchema & { readonly default?: unknown };
    return [alias, { ...schema, description: `Lo mismo que «${name}»` }];
  });
  return { ...query, properties: { ...query.properties, ...Object.fromEntries(others) } };
}

/** Section of the reference for a route: the first word of its path. */
export const sectionOf = (route: RouteSpec): string =>
  route.path
    .replace(/^\/(fe\/)?api\//i, '')
    .split('/')[0]!
    .toLowerCase();

/**
 * A body as it is checked: its objects accept only the fields that they name, unless they state otherwise. A named schema
 * states it itself, since answers have it too.
 */
function closed(schema: object): object {
  if (Array.isArray(schema)) return schema.map(closedPart);
  if (namedSchemas.has(schema as TSchema)) return schema;
  const own = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closedPart(part)]));
  return 'properties' in schema && !('additionalProperties' in schema) ? { ...own, additionalProperties: false } : own;
}

const closedPart = (part: unknown): unknown => (typeof part === 'object' && part !== null ? closed(part) : part);

function requestBody(route: RouteSpec, components: Components, example: Example | undefined): object | undefined {
  const { body, describeBody, rawBody, form, looseFile, maxBodyBytes = defaultBodyLimit } = route;
  const description = `Hasta ${maxBodyBytes.toLocaleString('en-US')} bytes en total`;
  if (form !== undefined)
    return { required: true, description, ...formContent(form, components, example, looseFile !== undefined) };
  if (body === undefined) return undefined;
  const { required = [], minProperties = 0 } = body as TObject & { readonly minProperties?: number };
  const schema = describeBody === undefined ? components.refer(closed(body)) : components.adopt(describeBody());
  // The threads that parse a raw body demand one.
  const isRequired = rawBody === true || required.length > 0 || minProperties > 0;
  return { required: isRequired, description, content: { [jsonType]: { schema, ...shown(example?.body) } } };
}

const shown = (example: unknown) => (example === undefined ? {} : { example });

function formContent(form: FormParts, components: Components, example: Example | undefined, isLoose: boolean): object {
  const parts = Object.entries(form);
  const required = parts.filter(([, part]) => part.required).map(([name]) => name);
  const json = parts.filter(([, { kind }]) => kind === 'json').map(([name]) => [name, { contentType: jsonType }]);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(parts.map(([name, part]) => [name, partSchema(part, components)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: isLoose,
  };
  return {
    content: {
      [formType]: {
        schema,
        ...(json.length === 0 ? {} : { encoding: Object.fromEntries(json) }),
        ...shown(example?.form),
      },
      ...(isLoose && { 'application/xml': { schema: { type: 'string' } } }),
    },
  };
}

/** The schema of a part of a form, with its description and its other names. */
function partSchema({ kind, description, aliases, schema }: FormPart, { refer }: Pick<Components, 'refer'>): object {
  const known = aliases === undefined ? '' : `. También con el nombre ${aliases.join(' o ')}`;
  const text = kind === 'file' ? { type: 'string', format: 'binary' } : { type: 'string' };
  return { ...(schema === undefined ? text : refer(schema)), description: `${description}${known}` };
}

/** The headers that a caller may send. */
const headersOf = ({ headers, unchangedStatus }: RouteSpec): TObject | undefined =>
  unchangedStatus === undefined
    ? headers
    : Type.Object({
        ...headers?.properties,
        'if-none-match': Type.Optional(Type.String({ description: 'El ETag de la que ya tiene' })),
      });

function parameters(
  schema: TObject | undefined,
  place: 'path' | 'query' | 'header',
  { refer }: Components,
  example: Readonly<Record<string, unknown>> = {},
): object[] {
  const required = new Set(schema?.required ?? []);
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: refer(property),
    ...shown(example[name]),
  }));
}
