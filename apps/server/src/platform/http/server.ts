import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import { Problem } from '@timbre/refusal';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { TooBusy } from '../crypto/password.ts';
import { CommitUnknown, DatabaseUnavailable } from '../db/transactions.ts';
import type { Authenticate, DemandPassword, MustSetUpTotp, Reaches } from '../input/caller.ts';
import { clientAddress, isForwardedByNeighbour } from '../input/client-address.ts';
import type { Failure } from '../process/failures.ts';
import { logAnswers, requestIds } from './access-log.ts';
import { bareAddresses } from './addresses.ts';
import { defaultBodyLimit, readBodies, typeWanted } from './bodies.ts';
import { answerBroken, type Bounds, defaultBounds, problemType, watchConnections } from './connections.ts';
import { apiHeaders, strictTransport } from './headers.ts';
import { problemBody, statusOf } from './problem-body.ts';
import type { Http } from './register.ts';
import type { Web } from './web.ts';

/**
 * The HTTP server, without routes.
 *
 * @param options `publicUrl` decides whether browsers are made to use only https
 */
export async function createHttp(options: {
  readonly authenticate: Authenticate;
  readonly countWrongKey: (ip: string) => void;
  /** Called for each request that a proxy forwarded although none of ours is configured. */
  readonly onForwarded: () => void;
  readonly reaches: Reaches;
  readonly demandPassword: DemandPassword;
  readonly mustSetUpTotp: MustSetUpTotp;
  readonly log: Logger;
  /** Called for each answer that says that the server failed (5xx). */
  readonly onFailure?: (failure: Omit<Failure, 'en'>) => void;
  readonly publicUrl: string | undefined;
  /** Answers addresses that are not calls of the API. */
  readonly web: Web;
  /** Proxies of ours before this server: see {@link clientAddress}. */
  readonly trustedProxies: number;
  readonly bounds?: Bounds;
}): Promise<Http> {
  const { trustedProxies, bounds = defaultBounds } = options;
  const routes: Http['routes'] = [];
  const idOf = requestIds(trustedProxies);
  const secure = options.publicUrl?.startsWith('https://') ?? false;
  const headers = secure ? { ...apiHeaders, 'strict-transport-security': strictTransport } : apiHeaders;
  const fastify = newFastify(bounds, headers, idOf, routes);
  await fastify.register(multipart);
  readBodies(fastify);
  fastify.decorateRequest('caller');
  fastify.decorateReply('problemCode', undefined);
  const addressOf = (request: IncomingMessage) => clientAddress(request, trustedProxies);
  const connections = watchConnections(fastify.server, bounds, { addressOf, idOf, behindProxies: trustedProxies > 0 });
  // Node would refuse an expectation other than 100-continue by itself; a server may ignore it (RFC 9110, section 10.1.1).
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
  let closing = false;
  fastify.addHook('preClose', async () => {
    closing = true;
    connections.close();
  });

  fastify.addHook('onRequest', (request, reply, done) => {
    if (trustedProxies === 0 && isForwardedByNeighbour(request.raw)) options.onForwarded();
    if (trustedProxies > 0) Object.defineProperty(request, 'ip', { value: addressOf(request.raw) });
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  logAnswers(fastify, options.log);
  if (options.onFailure !== undefined) tellFailures(fastify, options.onFailure);
  answerErrors(fastify, options.log, () => closing);
  fastify.setNotFoundHandler(
    (request, reply) => options.web(request, reply) ?? sendProblem(notThere(), request, reply),
  );

  const { authenticate, countWrongKey, reaches, demandPassword, mustSetUpTotp } = options;
  return { fastify, routes, authenticate, countWrongKey, reaches, demandPassword, mustSetUpTotp };
}

function newFastify(
  bounds: Bounds,
  headers: Readonly<Record<string, string>>,
  idOf: ReturnType<typeof requestIds>,
  routes: Http['routes'],
) {
  return Fastify({
    bodyLimit: defaultBodyLimit,
    requestTimeout: bounds.requestMs,
    http: { headersTimeout: bounds.headMs, connectionsCheckingInterval: bounds.lookMs },
    genReqId: (request) => idOf(request),
    rewriteUrl: bareAddresses(routes),
    clientErrorHandler: answerBroken,
    // No hook runs for these errors.
    frameworkErrors: ({ code }, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      const problem = code === 'FST_ERR_MAX_PARAM_LENGTH' ? notThere() : new Problem('peticion/invalida', brokenPath);
      return sendProblem(problem, request, reply);
    },
    // A base address that ends in a slash produces two of them.
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 200,
    },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
}

/** Tells each answer with a status of 500 or above, with the code of its refusal and nothing of the request's input. */
function tellFailures(fastify: FastifyInstance, tell: (failure: Omit<Failure, 'en'>) => void): void {
  fastify.addHook('onResponse', ({ id, method, routeOptions }, reply, done) => {
    const { statusCode: estado, problemCode: codigo } = reply;
    if (estado >= 500) tell({ id, method, ruta: routeOptions.url, estado, codigo });
    done();
  });
}

/** Answers errors, and logs those that are failures of the server. */
function answerErrors(fastify: FastifyInstance, log: Logger, isClosing: () => boolean): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error, request.routeOptions.config.wants);
    const { method, raw, id } = request;
    // If the client left during its request, or was disconnected, no client waits for the answer and this is no
    // failure.
    if (raw.socket.destroyed && (isClosing() || raw.complete === false))
      log.debug({ err: error, id, method, route: request.routeOptions.url }, 'the client went away');
    else if (problem.code.startsWith('servidor/'))
      log.error({ err: error, id, route: request.routeOptions.url }, 'request failed');
    return sendProblem(problem, request, reply);
  });
}

/**
 * Routes have no schemas of Fastify's: {@link handle} checks their input. Without these functions its compilers would
 * be loaded at each start.
 */
const noSchemas = (): never => {
  throw new Error('A route declares its input in the contract, not as a schema of Fastify');
};

const notThere = () => new Problem('recurso/no-encontrado');

const brokenPath = 'La dirección no es UTF-8 con codificación por ciento: «%» se escribe %25';

const unconfirmed =
  'La base de datos se interrumpió al guardar. Repita la petición con la misma Idempotency-Key; si no llevaba una, compruebe primero si quedó guardada.';

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const passes = statusOf(problem) === 429 || statusOf(problem) === 503;
  const retryAfterS = problem.retryAfterS ?? (passes ? tryAgainS : undefined);
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  reply.problemCode = problem.code;
  reply.code(statusOf(problem)).type(problemType);
  return reply.send(JSON.stringify(problemBody(problem, request.id)));
}

/** Codes for no space, on the disk or in the database's memory: the request may be tried again later. */
const storageFailures = new Set(['ENOSPC', 'EDQUOT', '53100', '53200']);
/**
 * Codes of PostgreSQL for work that concurrent work prevented from ending in time, and that was rolled back: a lock not
 * obtained, a statement over its limit, a conflict that persisted after retries.
 */
const busyFailures = new Set(['55P03', '57014', '40001', '40P01']);
/** Seconds after which a temporary refusal may be tried again. */
const tryAgainS = 2;

/** The Problem reported to the caller for an error: a refusal with its reason, or an opaque failure. */
function asProblem(error: FastifyError, wants: string | undefined): Problem {
  if (error instanceof Problem) return error;
  if (storageFailures.has(error.code)) return new Problem('servidor/lleno');
  if (busyFailures.has(error.code)) return new Problem('servidor/ocupado');
  if (error instanceof DatabaseUnavailable) return new Problem('servidor/base-de-datos');
  if (error instanceof CommitUnknown) return new Problem('servidor/sin-confirmar', unconfirmed);
  if (error instanceof TooBusy)
    return new Problem('sesion/demasiados-intentos', undefined, undefined, { retryAfterS: 2 });
  switch (error.statusCode) {
    case 413:
      return new Problem('peticion/muy-grande');
    case 415:
      return new Problem('peticion/tipo', wants && typeWanted(wants));
    case 404:
      return notThere();
    case 429:
      return new Problem('sesion/demasiados-intentos');
    default: {
      const theirs = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
      return new Problem(theirs ? 'peticion/invalida' : 'servidor/error');
    }
  }
}
