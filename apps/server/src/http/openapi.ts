import { ProblemBody, quienPuede } from '@timbre/contract';
import type { Policy, RouteSpec } from '@timbre/route';
import type { TObject } from 'typebox';

const contentType = {
  json: 'application/json',
  xml: 'application/xml',
  archivo: 'application/octet-stream',
  eventos: 'text/event-stream',
  html: 'text/html',
} as const;

/** What a route wants of whoever calls it with a session, in Spanish. */
export const stepUpWords: Record<NonNullable<RouteSpec['stepUp']>, string> = {
  siempre: 'Con la contraseña dada en los últimos cinco minutos',
  ajeno: 'Si es de otra persona, con la contraseña propia dada en los últimos cinco minutos',
};

function security(policy: Policy): Record<string, never[]>[] {
  if (policy === 'publico') return [];
  return quienPuede[policy].clave ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }];
}

/** The API as an OpenAPI 3.1 document. The schemas of the contract are JSON Schema as they stand. */
export function openApi(routes: readonly RouteSpec[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Timbre', version: '1', description: 'Comprobantes fiscales electrónicos (e-CF)' },
    paths,
    components: {
      schemas: { Problema: ProblemBody },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Clave de sesión (ses_…) o de integración (tmb_…)' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
      },
    },
  };
}

function operation(route: RouteSpec): object {
  const { params, query, headers, body, bodyKind, answer, answerKind = 'json', status = 200 } = route;
  const answered = answer ?? (answerKind === 'json' ? undefined : { type: 'string' });
  return {
    summary: route.summary,
    ...(route.stepUp === undefined ? {} : { description: stepUpWords[route.stepUp] }),
    tags: [sectionOf(route)],
    security: security(route.policy),
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query'), ...parameters(headers, 'header')],
    ...(body === undefined ? {} : { requestBody: content('application/json', body) }),
    ...(bodyKind === 'multipart' ? { requestBody: content('multipart/form-data', { type: 'object' }) } : {}),
    responses: {
      [status]: {
        description: 'Bien',
        ...(answered === undefined ? {} : content(contentType[answerKind], answered)),
      },
      default: {
        description: 'No se pudo',
        ...content('application/problem+json', { $ref: '#/components/schemas/Problema' }),
      },
    },
  };
}

/** Part of the reference that a route belongs to: the first word of its path. */
export const sectionOf = (route: RouteSpec): string =>
  route.path
    .replace(/^\/(fe\/)?api\//i, '')
    .split('/')[0]!
    .toLowerCase();

const content = (type: string, schema: object) => ({ content: { [type]: { schema } } });

function parameters(schema: TObject | undefined, place: 'path' | 'query' | 'header'): object[] {
  const required = new Set(schema?.required ?? []);
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: property,
  }));
}
