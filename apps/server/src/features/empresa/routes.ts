import { empresa } from '@timbre/contract';
import { ownAddress } from '../../platform/http/addresses.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import * as service from './service.ts';

export function empresaRoutes(http: Http, ctx: Context): void {
  handle(http, empresa.verEmpresa, ({ caller }) => service.viewEmpresa(ctx, caller.empresaId));

  handle(http, empresa.buscarPorRnc, ({ caller, params, request }) =>
    service.findByRnc(ctx, caller.empresaId, params.rnc, ownAddress(ctx.config, request)),
  );

  handle(http, empresa.guardarDatosEmpresa, ({ caller, body, request }) =>
    service.saveDatos(ctx, caller.empresaId, body, actorOf(caller, request)),
  );

  handle(http, empresa.cargarCertificado, ({ caller, form, request }) => {
    const { archivo } = form.files;
    return service.loadCertificate(ctx, caller.empresaId, archivo, form.fields.clave, actorOf(caller, request));
  });

  handle(http, empresa.usarCertificadoDePrueba, ({ caller, request }) =>
    service.useTestCertificate(ctx, caller.empresaId, actorOf(caller, request)),
  );
}
