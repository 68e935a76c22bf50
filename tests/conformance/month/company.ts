import { sesion } from '@timbre/contract';
import type { RouteSpec } from '@timbre/route';
import { testPassword } from '../../../apps/server/src/main/testing/people.ts';
import type { Answered, Sent } from '../../../apps/server/src/main/testing/server.ts';
import { stranger } from '../../../apps/server/src/main/testing/stranger.ts';
import type { MonthServer } from './server.ts';

/** A company in Producción. */
export interface Company {
  readonly id: string;
  readonly rnc: string;
  /** Makes a call as its first user. A refusal throws. */
  call<const R extends RouteSpec>(route: R, input: Sent<R>): Promise<Answered<R>>;
}

/** Age at which the session is renewed. A session ends two hours after its last call. */
const sessionMs = 60 * 60_000;

/** Registers a company in the normal way, and moves it to Producción. */
export async function makeCompany(
  server: MonthServer,
  empresa: { readonly rnc: string; readonly razonSocial: string },
): Promise<Company> {
  const datos = { direccion: 'Calle Inventada 45, Santo Domingo', agenteRetencion: true, retencionDeLey: true };
  const { id, correo, sesion: first } = await stranger(server, { empresa, datos, ambiente: 'ecf' });
  let key = first;
  let since = server.clock.now().getTime();
  const call: Company['call'] = async (route, input) => {
    const now = server.clock.now().getTime();
    if (now - since > sessionMs) {
      key = (await server.call(sesion.login, { body: { correo, contrasena: testPassword } })).body.apiKey;
      since = now;
    }
    const answer = await server.call(route, input, key);
    if (answer.status >= 300) throw new Error(`${route.method} ${route.path}: ${answer.text}`);
    return answer;
  };
  return { id, rnc: empresa.rnc, call };
}
