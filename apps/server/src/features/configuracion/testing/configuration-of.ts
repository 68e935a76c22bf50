import { configuracion } from '@timbre/contract';
import type { TestServer } from '../../../main/testing/server.ts';
import type { Stranger } from '../../../main/testing/stranger.ts';

/**
 * Calls about the configuration of a company, as the person who registered it where no other key is given.
 *
 * @param company the one of the test that runs
 */
export function configurationOf(server: TestServer, company: () => Stranger) {
  return {
    view: async () =>
      (await server.call(configuracion.verConfiguracion, { params: { userId: company().usuarioId } }, company().sesion))
        .body,
    /** The recorded events whose type is like a pattern of SQL. */
    eventsLike: (tipo: string) =>
      server.ctx.db.tenant(company().id, (tx) =>
        tx.selectFrom('evento').select(['tipo', 'datos']).where('tipo', 'like', tipo).orderBy('seq').execute(),
      ),
    makeSecret: async (key = company().sesion) =>
      (await server.call(configuracion.generarSecretKey, { body: {} }, key)).body.secretKey,
    validate: (secretoIngresado: string, key = company().sesion) =>
      server.call(configuracion.validarSecreto, { body: { rncEmisor: company().rnc, secretoIngresado } }, key),
  };
}
