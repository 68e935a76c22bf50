import { inicio } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, demandSelf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import * as service from './service.ts';
import { figuresView, logoUrlOf, nobodysProfile, profileView } from './view.ts';

/** The address of a logo contains its version, so a browser may cache it. */
const cachedForever = 'private, max-age=31536000, immutable';

export function inicioRoutes(http: Http, ctx: Context): void {
  handle(http, inicio.userConfiguracion, async ({ caller, params }) => {
    demandSelf(caller, params.userId);
    return caller.empresaId === null ? nobodysProfile : profileView(await service.viewProfile(ctx, caller.empresaId));
  });

  handle(http, inicio.estadisticas, async ({ caller, params }) => {
    demandSelf(caller, params.userId);
    return figuresView(await service.viewFigures(ctx, caller.empresaId));
  });

  handle(http, inicio.guardarLogo, async ({ caller, params, form, request }) => {
    demandSelf(caller, params.userId);
    return { logoUrl: logoUrlOf(await service.storeLogo(ctx, caller, form.files.logo, actorOf(caller, request))) };
  });

  handle(http, inicio.verLogo, async ({ caller, params, query, reply }) => {
    const { v } = query;
    const { bytes, tipo, version } = await service.viewLogo(ctx, caller, params.rnc);
    reply.header('cache-control', v === version ? cachedForever : 'private, no-cache');
    return { bytes, contentType: tipo, etag: `"${version}"` };
  });
}
