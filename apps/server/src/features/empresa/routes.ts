import { empresa } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { actorOf } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { type Http, handle } from '../../http/register.ts';
import * as service from './service.ts';
import { certificateView, empresaView } from './view.ts';

export function empresaRoutes(http: Http, ctx: Context): void {
  handle(http, empresa.verEmpresa, async ({ caller }) => {
    const found = await ctx.db.tenant(caller.empresaId, (tx) => service.readEmpresa(tx, caller.empresaId));
    return empresaView(found.empresa, found.certificado, ctx.clock.now());
  });

  handle(http, empresa.cargarCertificado, async ({ caller, form, request }) => {
    const file = form.files.archivo ?? refuse('peticion/invalida', 'Adjunte el archivo del certificado (.p12 o .pfx)');
    const password = form.fields.clave ?? refuse('peticion/invalida', 'Indique la contraseña del certificado');
    const row = await service.loadCertificate(ctx, caller.empresaId, file, password, actorOf(caller, request));
    return certificateView(row, ctx.clock.now());
  });
}
