import { Problem, refuse } from '@timbre/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson } from '../input/json.ts';
import { isUtf8Type } from '../input/utf8.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler receives the bytes of the JSON. */
    rawBody?: boolean;
    /** Content type of the bodies that the route accepts. */
    wants?: string;
  }
}

/** Most bytes of a body, where its call does not state them. */
export const defaultBodyLimit = 1024 * 1024;

/** Content type of a call without a form. */
export const jsonType = 'application/json';

/** The message of a refused content type. */
export const typeWanted = (wants: string): string => `Envíe el cuerpo como ${wants}`;

/**
 * Refuses a body of another content type than the route accepts, or of another charset than UTF-8, before it is read.
 *
 * @param wants undefined: any
 * @throws Problem `peticion/tipo`
 */
export function demandType(wants: string | undefined, { headers }: Pick<FastifyRequest, 'headers'>): void {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const contentType = headers['content-type'];
  if (hasBody && wants !== undefined && contentType !== undefined && !contentType.toLowerCase().startsWith(wants))
    refuse('peticion/tipo', typeWanted(wants));
  if (hasBody && contentType !== undefined && !isUtf8Type(contentType))
    refuse('peticion/tipo', `Envíe el cuerpo en UTF-8: su Content-Type dice ${contentType.slice(0, 100)}`);
}

/**
 * Parses JSON bodies, and passes on raw those of routes that parse their own. An empty body counts as no body,
 * regardless of its declared type.
 */
export function readBodies(fastify: FastifyInstance): void {
  fastify.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody === true) return done(null, body);
    try {
      done(null, parseJson(body));
    } catch (refusal) {
      done(refusal as Error);
    }
  });
  // Fastify's own parser decodes the text.
  fastify.removeContentTypeParser('text/plain');
  fastify.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody === true) return done(null, body);
    done(new Problem('peticion/tipo', typeWanted(request.routeOptions.config.wants ?? jsonType)));
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers, routeOptions } = request;
    const type = headers['content-type'];
    if (headers['content-length'] === '0') delete headers['content-type'];
    // Fastify refuses a type that is none, such as an empty one, before any parser.
    else if (routeOptions.config.rawBody === true && type !== undefined && !/^\s*[^\s/;]+\/[^\s/;]+/.test(type))
      headers['content-type'] = 'application/octet-stream';
    done();
  });
}
