import type { IncomingMessage } from 'node:http';
import type { RouteSpec } from '@timbre/route';
import type { FastifyRequest } from 'fastify';

/** Whether a browser requests a page for a person, as opposed to a program that requests data. */
export function isNavigation({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
}

/** The address of this installation: the configured one, or that of the request. */
export const ownAddress = (
  { publicUrl }: { readonly publicUrl: string | undefined },
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string => publicUrl ?? `${protocol}://${host}`;

const firstSegment = (path: string): string => /^\/([^/?#]*)/.exec(path)?.[1]?.toLowerCase() ?? '';

/**
 * The address of the reception with the accent that the DGII's text writes in its tables, in either case; its examples, and the
 * route, have none. @source Descripción técnica v1.6, p. 55
 */
const accented = /(\/fe\/+recepci)%C3%[B9]3(n\/+api\/+ecf\/*(?:\?|$))/i;

/** An address of the specification that has `/api` inside, under a base address that ends in `/api`. */
const nested = /^\/api(?=\/(?:fe|api)\/)/i;

/**
 * The specification's own addresses (`POST /auth/login`, `GET /facturas`) are those of the API without `/api`. One
 * rewrite serves them all, except page navigations: a person who opens `/facturas` expects the screen.
 * `/api/fe/api/…` and `/api/api/…`, which a client with another base address makes of them, are the same calls.
 *
 * @param routes the table, read at each call: routes are added after this function is created
 */
export function bareAddresses(routes: readonly RouteSpec[]): (request: IncomingMessage) => string {
  let segments: Set<string> | undefined;
  return (request) => {
    const url = (request.url ?? '/')
      .replace(/^\/{2,}/, '/')
      .replace(accented, '$1o$2')
      .replace(nested, '');
    segments ??= new Set(
      routes.filter(({ path }) => /^\/api\//i.test(path)).map(({ path }) => firstSegment(path.slice('/api'.length))),
    );
    return segments.has(firstSegment(url)) && !isNavigation(request) ? `/api${url}` : url;
  };
}
