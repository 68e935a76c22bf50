import { randomBytes } from 'node:crypto';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { TooBusy } from '../crypto/password.ts';
import { bareAddresses } from './addresses.ts';
import type { Authenticate, DemandPassword, Reaches } from './caller.ts';
import { apiHeaders, strictTransport } from './headers.ts';
import { Problem, problemBody } from './problem.ts';
import type { Http } from './register.ts';
import type { Web } from './web.ts';

const defaultBodyLimit = 1024 * 1024;

/**
 * The HTTP server, without routes.
 *
 * @param options `publicUrl` decides whether browsers are told to keep to https
 */
export async function createHttp(options: {
  readonly authenticate: Authenticate;
  readonly reaches: Reaches;
  readonly demandPassword: DemandPassword;
  readonly log: Logger;
  readonly publicUrl: string | undefined;
  /** What answers where no call of the API does. */
  readonly web: Web;
}): Promise<Http> {
  const routes: Http['routes'] = [];
  const fastify = Fastify({
    bodyLimit: defaultBodyLimit,
    requestTimeout: 60_000,
    // A proxy on this machine says whom it speaks for; nobody else is believed.
    trustProxy: 'loopback',
    genReqId: () => randomBytes(9).toString('base64url'),
    rewriteUrl: bareAddresses(routes),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  await fastify.register(multipart);
  fastify.decorateRequest('caller');

  const secure = options.publicUrl?.startsWith('https://') ?? false;
  const headers = secure ? { ...apiHeaders, 'strict-transport-security': strictTransport } : apiHeaders;
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, id } = request;
    const entry = { id, method, route: request.routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime };
    if (reply.statusCode >= 500) options.log.warn(entry, 'answered');
    else options.log.debug(entry, 'answered');
    done();
  });

  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error);
    if (problem.code === 'servidor/error' || problem.code === 'servidor/lleno')
      options.log.error({ err: error, id: request.id, route: request.routeOptions.url }, 'request failed');
    return sendProblem(problem, request, reply);
  });
  fastify.setNotFoundHandler(
    (request, reply) =>
      options.web(request, reply) ?? sendProblem(new Problem('recurso/no-encontrado'), request, reply),
  );

  const { authenticate, reaches, demandPassword } = options;
  return { fastify, routes, authenticate, reaches, demandPassword };
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (problem.retryAfterS !== undefined) reply.header('retry-after', String(problem.retryAfterS));
  reply.code(problem.status).type('application/problem+json; charset=utf-8');
  return reply.send(JSON.stringify(problemBody(problem, request.id)));
}

/** No room on the disk, or no database to write to: what was asked may be tried again later. */
const storageFailures = new Set([
  'ENOSPC',
  'EDQUOT',
  'ECONNREFUSED',
  'ECONNRESET',
  '53100',
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '25006',
]);

/** What any error is for the caller: a refusal with its reason, or an opaque failure. */
function asProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  if (storageFailures.has(error.code)) return new Problem('servidor/lleno');
  if (error instanceof TooBusy)
    return new Problem('sesion/demasiados-intentos', undefined, undefined, { retryAfterS: 2 });
  switch (error.statusCode) {
    case 413:
      return new Problem('peticion/muy-grande');
    case 415:
      return new Problem('peticion/tipo');
    case 404:
      return new Problem('recurso/no-encontrado');
    case 429:
      return new Problem('sesion/demasiados-intentos');
    default: {
      const theirs = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
      return new Problem(theirs ? 'peticion/invalida' : 'servidor/error');
    }
  }
}
