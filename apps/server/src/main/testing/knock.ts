import type { ProblemBody } from '@timbre/contract';
import type { RouteSpec } from '@timbre/route';
import { newId } from '../../platform/db/id.ts';
import type { App } from '../app.ts';

/**
 * Makes a call only up to its authorisation. If it takes a body, the body cannot be parsed, so that the call has no
 * effect.
 */
export async function knock(
  app: App,
  route: RouteSpec,
  key: string | undefined,
  address?: string,
): Promise<{ status: number; problem?: ProblemBody }> {
  const reads = route.method === 'GET' || route.method === 'DELETE';
  const response = await app.http.fastify.inject({
    method: route.method,
    ...(address === undefined ? {} : { remoteAddress: address }),
    url: route.path.replace(/:\w+/g, newId(new Date())),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(reads ? {} : { 'content-type': 'application/json' }),
    },
    ...(reads ? {} : { payload: '{' }),
    payloadAsStream: true,
  });
  const status = response.statusCode;
  if (status < 400) {
    response.stream().destroy();
    return { status };
  }
  let text = '';
  for await (const chunk of response.stream()) text += chunk;
  return { status, problem: JSON.parse(text) as ProblemBody };
}
