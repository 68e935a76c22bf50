import { sesion } from '@timbre/contract';
import { pathOf } from '@timbre/route';
import { type Signer, signXml } from '@timbre/xml/node';
import { answered } from '../apps/server/src/main/testing/server.ts';
import type { Door } from '../apps/server/src/main/testing/stranger.ts';
import { xmlForm } from '../apps/server/src/main/testing/xml.ts';

/** Credentials of the platform's administrator of a server that was started with {@link rootEnv}. */
export const rootCredentials = { login: 'plataforma', password: 'quien administra todo' } as const;
/** Environment variables that pass {@link rootCredentials} to a server on its first start. */
export const rootEnv = {
  TIMBRE_ROOT_LOGIN: rootCredentials.login,
  TIMBRE_ROOT_PASSWORD: rootCredentials.password,
} as const;

/** The door of a server in another process. All calls come from this machine. */
export function doorAt(address: string): Door {
  const call: Door['call'] = async (route, input, key, more = {}) => {
    const { body, form } = input as { body?: unknown; form?: FormData };
    const path = pathOf(route, input as { params?: Record<string, unknown>; query?: Record<string, unknown> });
    const response = await fetch(address + path, {
      method: route.method,
      headers: {
        ...more,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: form }),
    });
    return answered(route, response.status, Object.fromEntries(response.headers), await response.text());
  };
  const { login: correo, password: contrasena } = rootCredentials;
  return {
    call,
    root: async () => (await call(sesion.login, { body: { correo, contrasena } })).body.apiKey,
  };
}

/**
 * Requests a token of a server's receiver.
 *
 * @param signer signs the seed for the sender
 */
export async function receiverToken(address: string, signer: Signer): Promise<string> {
  const base = `${address}/fe/autenticacion/api`;
  const seed = await (await fetch(`${base}/semilla`)).text();
  const { xml } = await signXml(seed, signer);
  const answer = await fetch(`${base}/validacioncertificado`, { method: 'POST', body: xmlForm(xml) });
  return ((await answer.json()) as { token: string }).token;
}
