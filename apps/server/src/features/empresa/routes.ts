import { empresa } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { certificateView, empresaView } from '../../cuentas/certificate-view.ts';
import { actorOf } from '../../http/caller.ts';
import { type Http, handle } from '../../http/register.ts';
import * as service from './service.ts';

export function empresaRoutes(http: Http, ctx: Context): void {
  handle(http, empresa.verEmpresa, async ({ caller }) => {
    const found = await ctx.db.tenant(caller.empresaId, (tx) => service.readEmpresa(tx, caller.empresaId));
    return empresaView(found.empresa, found.certificado, ctx.clock.now());
  });

  handle(http, empresa.guardarDatosEmpresa, ({ caller, body, request }) =>
    service.saveDatos(ctx, caller.empresaId, body, actorOf(caller, request)),
  );

  handle(http, empresa.cargarCertificado, async ({ caller, form, request }) => {
    const { archivo } = form.files;
    const row = await service.loadCertificate(
      ctx,
      caller.empresaId,
      archivo,
      form.fields.clave,
      actorOf(caller, request),
    );
    return certificateView(row, ctx.clock.now());
  });
}
