import type { Example } from '@timbre/contract/examples';
import { pathOf, type RouteSpec } from '@timbre/route';

/**
 * An example of a call as a shell command. `$TIMBRE` is the address of the server, `$CLAVE` the integration key; the
 * other variables are those of the example.
 */
export function curlOf(route: RouteSpec, { params, query, headers = {}, body, form = {} }: Example): string {
  const path = pathOf(route, { ...(params && { params }), ...(query && { query }) }).replaceAll('%24', '$');
  const arguments_ = [
    ...(route.method === 'GET' ? [] : [`-X ${route.method}`]),
    `"$TIMBRE${path}"`,
    '-H "X-API-KEY: $CLAVE"',
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...Object.entries(form).map(([name, value]) => `-F "${name}=${value}"`),
    ...(body === undefined ? [] : ['-H "content-type: application/json"', `-d '${quoted(body)}'`]),
  ];
  return `curl ${arguments_.join(' \\\n  ')}`;
}

/** JSON between single quotes, with its variables outside of them so that the shell fills them in. */
const quoted = (body: object): string => JSON.stringify(body, null, 2).replace(/\$[A-Z_]+/g, `'"$&"'`);
