import type { AnswerOf, InputOf, RouteSpec } from '@timbre/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Authenticate, allows, type Caller, type CallerOf, type DemandPassword, type Reaches } from './caller.ts';
import { type Form, readForm } from './form.ts';
import { refuse } from './problem.ts';
import { checker } from './validation.ts';

/** What a handler is given: the checked parts of the request, who calls, and the request and reply themselves. */
export type Call<R extends RouteSpec> = InputOf<R> &
  (R extends { bodyKind: 'multipart' } ? { form: Form } : unknown) & {
    readonly caller: CallerOf[R['policy']];
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
  };

/** Bytes to answer with. */
export interface Payload {
  readonly bytes: string | Buffer;
  readonly contentType?: string;
  /** With it, the browser saves them under this name. */
  readonly fileName?: string;
  /** With it, whoever has them already is told so (304) instead of being sent them. */
  readonly etag?: string;
}

/** What a handler gives back: the answer of the contract, bytes, or nothing where it answers by itself (`eventos`). */
export type Outcome<R extends RouteSpec> = R extends { answerKind: 'eventos' }
  ? undefined
  : R extends { answerKind: 'xml' | 'archivo' | 'html' }
    ? Payload
    : AnswerOf<R>;

export type Handler<R extends RouteSpec> = (call: Call<R>) => Promise<Outcome<R>>;

const contentTypes = {
  xml: 'application/xml; charset=utf-8',
  archivo: 'application/octet-stream',
  html: 'text/html; charset=utf-8',
};

/** Routes, and the way to add one. */
export interface Http {
  readonly fastify: FastifyInstance;
  readonly authenticate: Authenticate;
  readonly reaches: Reaches;
  readonly demandPassword: DemandPassword;
  /** Every route registered, for the reference and the tests. */
  readonly routes: RouteSpec[];
}

/**
 * Serves a call of the contract: who may call, what must come, how the answer travels – all as declared.
 *
 * @param http where
 * @param spec the declaration
 * @param handler what to do; it refuses with `refuse(code)`
 */
export function handle<const R extends RouteSpec>(http: Http, spec: R, handler: Handler<R>): void {
  const check = {
    params: spec.params && checker(spec.params, 'ruta'),
    query: spec.query && checker(spec.query, 'consulta'),
    headers: spec.headers && checker(spec.headers, 'encabezado'),
    body: spec.body && checker(spec.body, 'cuerpo'),
  };
  const status = spec.status ?? 200;

  http.routes.push(spec);
  http.fastify.route({
    method: spec.method,
    url: spec.path,
    ...(spec.maxBodyBytes === undefined ? {} : { bodyLimit: spec.maxBodyBytes }),
    // Before the body is read: a stranger's bytes are not worth reading.
    async onRequest(request) {
      request.caller = await identify(http, spec, request);
    },
    async handler(request, reply) {
      const input: Record<string, unknown> = { caller: request.caller, request, reply };
      for (const part of ['params', 'query', 'headers', 'body'] as const) {
        const checked = check[part];
        if (checked !== undefined) input[part] = checked(request[part]);
      }
      if (spec.bodyKind === 'multipart') input.form = await readForm(request, spec.maxBodyBytes);
      // The parts were checked against the very schemas that the type is made from.
      const outcome = await handler(input as Call<R>);
      return answer(spec, reply.code(status), outcome);
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set before the handler runs, by the policy of the route. */
    caller: Caller | undefined;
  }
}

async function identify(http: Http, { policy, menu, stepUp }: RouteSpec, request: FastifyRequest) {
  const key = keyOf(request);
  const caller = key === undefined ? undefined : await http.authenticate(key, request.ip);
  if (policy !== 'publico') {
    if (key === undefined) refuse('sesion/requerida');
    if (caller === undefined) refuse('sesion/expirada');
    if (!allows(policy, caller)) refuse('acceso/denegado');
    if (menu !== undefined && caller.empresaId !== null && !(await http.reaches(caller.empresaId, menu)))
      refuse('acceso/menu');
  }
  if (stepUp === 'siempre' && caller?.via === 'sesion') await http.demandPassword(caller);
  return caller;
}

/** The key that a request brings, good or not. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const apiKey = headers['x-api-key'];
  return bearer ?? (typeof apiKey === 'string' && apiKey !== '' ? apiKey : undefined);
}

function answer(spec: RouteSpec, reply: FastifyReply, outcome: unknown): FastifyReply {
  const kind = spec.answerKind ?? 'json';
  if (kind === 'eventos') return reply;
  if (kind === 'json') {
    if (outcome === undefined) return reply.send();
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(outcome));
  }
  const { bytes, contentType, fileName, etag } = outcome as Payload;
  if (etag !== undefined) {
    reply.header('etag', etag);
    if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
  }
  if (fileName !== undefined) reply.header('content-disposition', contentDisposition(fileName));
  return reply.type(contentType ?? contentTypes[kind]).send(bytes);
}

/** `attachment` with the name in ASCII and, beside it, whole (RFC 6266). */
function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}
