import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Calls that monitoring repeats every few seconds: in the log they would hide the others. */
const quiet = new Set<string | undefined>(['/livez', '/readyz', '/metrics']);

/**
 * Creates the function that returns the id of a request: the same one at each call.
 *
 * @param trustedProxies how many there are before this server
 */
export function requestIds(trustedProxies: number): (request: IncomingMessage) => string {
  const known = new WeakMap<IncomingMessage, string>();
  return (request) => {
    const id = known.get(request) ?? requestIdOf(request, trustedProxies);
    known.set(request, id);
    return id;
  };
}

/**
 * The id of a request, which identifies its answer, its problem and its log lines. The id sent by our own proxy is used
 * if it is short and has only plain characters; without a trusted proxy the header is ignored.
 */
function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>, trustedProxies: number): string {
  const sent = headers['x-request-id'];
  const isUsable = trustedProxies > 0 && typeof sent === 'string' && /^[\w.-]{1,64}$/.test(sent);
  return isUsable ? sent : randomBytes(9).toString('base64url');
}

/** Logs one line for each answer: ids and figures, but no input of the caller. */
export function logAnswers(fastify: FastifyInstance, log: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    const level = reply.statusCode >= 500 ? 'warn' : quiet.has(route) ? 'debug' : 'info';
    if (log.isLevelEnabled(level)) log[level](entryOf(request, reply), 'answered');
    done();
  });
}

function entryOf({ id, method, routeOptions, ip, caller }: FastifyRequest, reply: FastifyReply) {
  return {
    id,
    method,
    /** The declared path, without values; undefined for the web application and for unknown addresses. */
    route: routeOptions.url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    bytes: bytesOf(reply),
    ip,
    empresaId: caller?.empresaId ?? undefined,
    usuarioId: caller?.via === 'sesion' ? caller.usuarioId : undefined,
  };
}

/** Bytes of the answer's body; undefined if there was none, or for a stream, whose length is unknown. */
function bytesOf(reply: FastifyReply): number | undefined {
  const length = reply.getHeader('content-length');
  return length === undefined ? undefined : Number(length);
}
