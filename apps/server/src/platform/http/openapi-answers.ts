import type { RouteSpec } from '@timbre/route';
import type { TObject } from 'typebox';

// The answers of a call as OpenAPI describes them.

/** Replaces each named part of a schema by a reference to it. */
type Refer = (schema: object) => object;

const mediaTypes = {
  json: 'application/json',
  xml: 'application/xml',
  archivo: 'application/octet-stream',
  eventos: 'text/event-stream',
  html: 'text/html',
} as const;

type Kind = keyof typeof mediaTypes;

/** The schema of an answer that the contract describes by no schema. */
const opaque: Record<Exclude<Kind, 'json'>, object> = {
  xml: { type: 'string' },
  archivo: { type: 'string', format: 'binary' },
  eventos: { type: 'string' },
  html: { type: 'string' },
};

/** Headers of every answer. */
const requestIdHeader = {
  'x-request-id': {
    description: 'Identificador de la petición, el de su línea del registro',
    required: true,
    schema: { type: 'string' },
  },
};

/** The answer of every refusal, under the name of its component. */
export const refusalResponse = (body: object) => ({
  Problema: {
    description: 'No se pudo: el código está en la tabla de errores de la referencia',
    headers: {
      ...requestIdHeader,
      'retry-after': {
        description: 'Segundos tras los que se puede repetir. Está en toda negativa que pasa sola (429 y 503)',
        required: false,
        schema: { type: 'integer' },
      },
    },
    content: { 'application/problem+json': { schema: body } },
  },
});

/** A response as OpenAPI describes it. */
export interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, object>>;
}

/** The successful answers of a call, by status. */
export function successesOf(route: RouteSpec, refer: Refer): Readonly<Record<string, Response>> {
  const { status = 200, unfinishedStatus, unchangedStatus } = route;
  const etag = unchangedStatus === undefined ? {} : { etag: { required: true, schema: { type: 'string' } } };
  const headers = { ...requestIdHeader, ...headersOf(route.answerHeaders), ...etag };
  const content = contentOf(route, refer);
  const success = { headers, ...(content === undefined ? {} : { content }) };
  return {
    [status]: { description: describedStream(route) ?? 'Bien', ...success },
    ...(unfinishedStatus !== undefined && { [unfinishedStatus]: { description: 'Bien, y sigue', ...success } }),
    ...(unchangedStatus !== undefined && {
      [unchangedStatus]: { description: 'Es la que ya tiene: la de su If-None-Match', headers },
    }),
  };
}

function contentOf(route: RouteSpec, refer: Refer): Record<string, object> | undefined {
  const { answer, answerKind = 'json', answerTypes, events } = route;
  const inJson = answer && { [mediaTypes.json]: { schema: refer(answer) } };
  if (answerKind === 'json') return inJson;
  const types = answerTypes ?? [mediaTypes[answerKind]];
  return {
    ...inJson,
    ...Object.fromEntries(types.map((type) => [type, { schema: opaque[answerKind] }])),
    ...(events && { [mediaTypes.eventos]: { schema: opaque.eventos, 'x-eventos': eventsOf(events, refer) } }),
  };
}

/** The events of a stream, each with the schema of the JSON in its `data`. */
const eventsOf = (events: NonNullable<RouteSpec['events']>, refer: Refer) =>
  Object.fromEntries(
    Object.entries(events).map(([name, { description, data }]) => [name, { description, schema: refer(data) }]),
  );

/** The text about the events of a stream, for readers that show no extension. */
const describedStream = ({ events }: RouteSpec): string | undefined =>
  events &&
  [
    'Eventos (text/event-stream), con JSON en `data`; `x-eventos` tiene el esquema de cada uno.',
    ...Object.entries(events).map(([name, { description }]) => `\`${name}\`: ${description}.`),
  ].join(' ');

const headersOf = (schema: TObject | undefined) =>
  Object.fromEntries(
    Object.entries(schema?.properties ?? {}).map(([name, header]) => [
      name,
      { required: schema?.required?.includes(name) === true, schema: header },
    ]),
  );
