import type { Readable } from 'node:stream';
import { alcanceDe } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { AnswerOf, FormOf, FormParts, InputOf, RouteSpec } from '@timbre/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import {
  type Authenticate,
  allows,
  type Caller,
  type CallerOf,
  type DemandPassword,
  demandScope,
  isSessionKey,
  type MustSetUpTotp,
  type Reaches,
  refuseKey,
} from '../input/caller.ts';
import { queryReader } from '../input/query.ts';
import { refuseBrokenQuery } from '../input/utf8.ts';
import { checker } from '../input/validation.ts';
import { demandType, jsonType } from './bodies.ts';
import { cutList, type Part } from './cut-list.ts';
import { type FormFile, formReader, formType } from './form.ts';

/** The argument of a handler: the checked parts of the request, the caller, and the request and reply themselves. */
type Call<R extends RouteSpec> = (R extends { rawBody: true }
  ? Omit<InputOf<R>, 'body'> & { readonly body: Uint8Array }
  : InputOf<R>) &
  (R extends { query: infer Q extends TSchema } ? { query: Static<Q> } : unknown) &
  (R extends { form: infer F extends FormParts } ? { form: FormOf<F, FormFile> } : unknown) & {
    readonly caller: CallerOf[R['policy']];
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
  };

/** An answer of bytes. */
export interface Payload {
  /** A stream is destroyed when the client goes away. */
  readonly bytes: string | Buffer | Readable;
  readonly contentType?: string;
  /** If set, the browser saves them under this name. */
  readonly fileName?: string;
  /** If set, a client that already has them gets 304 instead. */
  readonly etag?: string;
}

/** An answer of which a large part is already JSON: that part is inserted unchanged. */
export class PartlyWritten<Answer, Name extends keyof Answer & string> {
  /** JSON of the whole answer, in UTF-8. */
  readonly json: Buffer;

  /** @param rest the answer without one property; `name` that property; `written` its JSON, in UTF-8 */
  constructor(rest: Omit<Answer, Name>, name: Name, written: Uint8Array) {
    const before = JSON.stringify(rest).slice(0, -1);
    const comma = before === '{' ? '' : ',';
    this.json = Buffer.concat([Buffer.from(`${before}${comma}${JSON.stringify(name)}:`), written, Buffer.from('}')]);
  }
}

/** Result of a handler: the answer of the contract, bytes, or nothing if it sends the answer itself (`eventos`). */
type Outcome<R extends RouteSpec> = R extends { answerKind: 'eventos' }
  ? undefined
  : R extends { answerKind: 'xml' | 'archivo' | 'html' }
    ? Payload
    : AnswerOf<R> | PartlyWritten<AnswerOf<R>, keyof AnswerOf<R> & string>;

type Handler<R extends RouteSpec> = (call: Call<R>) => Promise<Outcome<R>>;

const contentTypes = {
  xml: 'application/xml; charset=utf-8',
  archivo: 'application/octet-stream',
  html: 'text/html; charset=utf-8',
};

/** The routes, and the Fastify instance that serves them. */
export interface Http {
  readonly fastify: FastifyInstance;
  readonly authenticate: Authenticate;
  /** Counts a wrong integration key against its address. @throws Problem `sesion/demasiados-intentos` */
  readonly countWrongKey: (ip: string) => void;
  readonly reaches: Reaches;
  readonly demandPassword: DemandPassword;
  readonly mustSetUpTotp: MustSetUpTotp;
  /** Every route registered, for the reference and the tests. */
  readonly routes: RouteSpec[];
  /** Set by the test that shows which parameters the handlers read: it receives the query that a handler would. */
  watchQuery?: (spec: RouteSpec, query: unknown) => unknown;
}

/**
 * Serves a call of the contract as declared: its callers, its input, and the form of its answer.
 *
 * @param http where to add it
 * @param spec the declaration
 * @param handler does the work; it refuses with `refuse(code)`
 */
export function handle<const R extends RouteSpec>(http: Http, spec: R, handler: Handler<R>): void {
  const check = {
    params: spec.params && checker(spec.params, 'ruta'),
    query: queryReader(spec),
    headers: spec.headers && checker(spec.headers, 'encabezado'),
    body: bodyCheck(spec),
  };
  const status = spec.status ?? 200;
  const wants = spec.form === undefined ? jsonType : formType;
  const { looseFile } = spec;
  const readForm = spec.form && formReader(spec.form, spec.maxBodyBytes, looseFile);

  http.routes.push(spec);
  http.fastify.route({
    method: spec.method,
    url: spec.path,
    config: { rawBody: spec.rawBody === true || looseFile !== undefined, wants },
    ...(spec.maxBodyBytes === undefined ? {} : { bodyLimit: spec.maxBodyBytes }),
    // Before the body is read: the body of an unauthorised caller is not worth reading.
    async onRequest(request) {
      if (!isIdentifiedByForm(spec, request)) request.caller = await identify(http, spec, request);
      demandType(looseFile === undefined ? wants : undefined, request);
      refuseBrokenQuery(request.raw.url ?? '');
    },
    async handler(request, reply) {
      const input: Record<string, unknown> = { request, reply };
      for (const part of ['query', 'params', 'headers', 'body'] as const) {
        const checked = check[part];
        if (checked !== undefined) input[part] = checked(request[part]);
      }
      if (http.watchQuery !== undefined) input.query = http.watchQuery(spec, input.query);
      if (readForm !== undefined) {
        const form = await readForm(request);
        if (isIdentifiedByForm(spec, request)) request.caller = await identify(http, spec, request, form.fields.Token);
        input.form = form;
      }
      input.caller = request.caller;
      // The parts were checked against the schemas that the type derives from.
      const whole = await handler(input as Call<R>);
      const outcome = spec.cutBy === undefined ? whole : cut(spec.cutBy, whole, input.query as Part, reply);
      // A handler may have set another status, such as 202 for unfinished work.
      if (reply.statusCode === 200) reply.code(status);
      return answer(spec, reply, outcome);
    },
  });
}

/** The part of a whole list that the caller asks for; the header `X-Siguiente` has the cursor of the next one. */
function cut(by: string, list: unknown, asked: Part, reply: FastifyReply): unknown {
  const { part, next } = cutList(list as Parameters<typeof cutList>[0], by, asked);
  if (next !== undefined) reply.header('x-siguiente', next);
  return part;
}

const noBytes = new Uint8Array();

/** A call without a body accepts no body fields. */
function bodyCheck({ body, bodyKind, rawBody }: RouteSpec): ((value: unknown) => unknown) | undefined {
  if (rawBody) return (bytes) => bytes ?? noBytes;
  return bodyKind === 'multipart' ? undefined : checker(body ?? Type.Object({}), 'cuerpo');
}

declare module 'fastify' {
  interface FastifyReply {
    /** Code of the refusal that it answers with. */
    problemCode?: string | undefined;
  }
  interface FastifyRequest {
    /** The caller; set before the handler runs, according to the route's policy. */
    caller: Caller | undefined;
  }
}

/** Whether the caller is known only once the form is read: its part `Token` takes the place of a header. */
const isIdentifiedByForm = ({ authorityToken }: RouteSpec, request: FastifyRequest): boolean =>
  authorityToken === 'formulario' &&
  keyOf(request) === undefined &&
  request.headers['content-type']?.startsWith(formType) === true;

/** @param token of the form, in place of a header */
async function identify(http: Http, route: RouteSpec, request: FastifyRequest, token?: string) {
  const { policy, menu, stepUp, beforeTotp } = route;
  const key = keyOf(request) ?? (route.keyInQuery ? keyOfAddress(request) : token || undefined);
  const tokens = route.authorityToken !== undefined;
  const caller = key === undefined ? undefined : await http.authenticate(key, request.ip, tokens);
  if (policy !== 'publico') {
    if (key === undefined) refuse('sesion/requerida');
    if (caller === undefined) {
      if (!isSessionKey(key)) http.countWrongKey(request.ip);
      return refuseKey(key);
    }
    if (!allows(policy, caller)) refuse('acceso/denegado');
    const alcance = alcanceDe(route);
    if (caller.via === 'clave' && alcance !== undefined) demandScope(caller, alcance);
    if (menu !== undefined && caller.empresaId !== null && !(await http.reaches(caller.empresaId, menu)))
      refuse('acceso/menu');
  }
  if (caller?.via === 'sesion' && beforeTotp !== true && http.mustSetUpTotp(caller)) refuse('dos-pasos/obligatorio');
  if (stepUp === 'siempre' && caller?.via === 'sesion') await http.demandPassword(caller);
  return caller;
}

/** The key that a request has, valid or not. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  const apiKey = headers['x-api-key'];
  return bearer ?? (typeof apiKey === 'string' && apiKey !== '' ? apiKey : undefined);
}

/** The key in the address of a request; undefined if there is none, or several. */
function keyOfAddress({ query }: FastifyRequest): string | undefined {
  const { apiKey } = query as { readonly apiKey?: unknown };
  return typeof apiKey === 'string' && apiKey !== '' ? apiKey : undefined;
}

function answer(spec: RouteSpec, reply: FastifyReply, outcome: unknown): FastifyReply {
  const kind = spec.answerKind ?? 'json';
  if (kind === 'eventos') return reply;
  if (kind === 'json') {
    if (outcome === undefined) return reply.send();
    const json = outcome instanceof PartlyWritten ? outcome.json : JSON.stringify(outcome);
    return reply.type('application/json; charset=utf-8').send(json);
  }
  const { bytes, contentType, fileName, etag } = outcome as Payload;
  if (etag !== undefined) {
    reply.header('etag', etag);
    if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
  }
  if (fileName !== undefined) reply.header('content-disposition', contentDisposition(fileName));
  return reply.type(contentType ?? contentTypes[kind]).send(bytes);
}

/** `attachment` with the name in ASCII, and in full (RFC 6266). */
function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}
