import { alcanceDe, ProblemBody, quienPuede } from '@timbre/contract';
import { type Example, examples, filledExample } from '@timbre/contract/examples';
import { namedCalls, namedSchemas } from '@timbre/contract/named';
import type { FormPart, FormParts, Policy, RouteSpec } from '@timbre/route';
import type { TObject, TSchema } from 'typebox';
import { formType } from './form.ts';

const contentType = {
  json: 'application/json',
  xml: 'application/xml',
  archivo: 'application/octet-stream',
  eventos: 'text/event-stream',
  html: 'text/html',
} as const;

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

function security(policy: Policy): Record<string, never[]>[] {
  if (policy === 'publico') return [];
  return quienPuede[policy].clave ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }];
}

const requestIdHeader = {
  'x-request-id': {
    description: 'Identificador de la petición, el de su línea del registro',
    schema: { type: 'string' },
  },
};

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
    info: { title: 'Timbre', version: '1', description: 'Comprobantes fiscales electrónicos (e-CF)' },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: components.schemas,
      responses: {
        Problema: {
          description: 'No se pudo: el código está en la tabla de errores de la referencia',
          headers: requestIdHeader,
          ...content('application/problem+json', components.refer(ProblemBody)),
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Clave de sesión (ses_…) o de integración (tmb_…)' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
      },
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
  const { params, headers, answer, answerKind = 'json', status = 200, unfinishedStatus } = route;
  const answered = answer === undefined ? opaque[answerKind] : components.refer(answer);
  const success = {
    headers: { ...requestIdHeader, ...answerHeaders(route.answerHeaders) },
    ...(answered === undefined ? {} : content(contentType[answerKind], answered)),
  };
  const example = exampleOf(route);
  const body = requestBody(route, components, example);
  const alcance = alcanceDe(route);
  return {
    operationId: names.get(route),
    summary: route.summary,
    ...describedFor(route),
    tags: [sectionOf(route)],
    security: security(route.policy),
    ...(alcance === undefined ? {} : { 'x-alcance': alcance }),
    parameters: [
      ...parameters(params, 'path', components, example?.params),
      ...parameters(withAliases(route), 'query', components, example?.query),
      ...parameters(headers, 'header', components, example?.headers),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      [status]: { description: 'Bien', ...success },
      ...(unfinishedStatus === undefined ? {} : { [unfinishedStatus]: { description: 'Bien, y sigue', ...success } }),
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

/** The schema of an answer that the contract describes by no schema. */
const opaque: Record<keyof typeof contentType, object | undefined> = {
  json: undefined,
  xml: { type: 'string' },
  archivo: { type: 'string', format: 'binary' },
  eventos: { type: 'string' },
  html: { type: 'string' },
};

/** Section of the reference for a route: the first word of its path. */
export const sectionOf = (route: RouteSpec): string =>
  route.path
    .replace(/^\/(fe\/)?api\//i, '')
    .split('/')[0]!
    .toLowerCase();

function requestBody(
  { body, describeBody, form, looseFile }: RouteSpec,
  components: Components,
  example: Example | undefined,
): object | undefined {
  if (form !== undefined) return { required: true, ...formContent(form, components, example, looseFile !== undefined) };
  if (body === undefined) return undefined;
  const { required = [] } = body as TObject;
  const schema = describeBody === undefined ? components.refer(body) : components.adopt(describeBody());
  const isRequired = describeBody !== undefined || required.length > 0;
  return { required: isRequired, content: { [contentType.json]: { schema, ...shown(example?.body) } } };
}

const shown = (example: unknown) => (example === undefined ? {} : { example });

function formContent(form: FormParts, components: Components, example: Example | undefined, isLoose: boolean): object {
  const parts = Object.entries(form);
  const required = parts.filter(([, part]) => part.required).map(([name]) => name);
  const json = parts
    .filter(([, { kind }]) => kind === 'json')
    .map(([name]) => [name, { contentType: contentType.json }]);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(parts.map(([name, part]) => [name, partSchema(part, components)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
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

const content = (type: string, schema: object) => ({ content: { [type]: { schema } } });

const answerHeaders = (schema: TObject | undefined): object =>
  Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([name, header]) => [name, { schema: header }]));

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
