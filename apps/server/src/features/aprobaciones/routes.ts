import { aprobaciones } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { actorOf } from '../../http/caller.ts';
import { type Http, handle } from '../../http/register.ts';
import * as service from './service.ts';
import { solicitudView } from './view.ts';

/** Serves the pending requests to the platform's administrator. */
export function aprobacionesRoutes(http: Http, ctx: Context): void {
  handle(http, aprobaciones.solicitudesPendientes, async () => {
    const now = ctx.clock.now();
    return (await service.listPending(ctx)).map((waiting) => solicitudView(waiting, now));
  });

  handle(http, aprobaciones.aprobarSolicitud, async ({ caller, params, request }) => ({
    invitacion: (await service.approve(ctx, params.id, actorOf(caller, request))) ?? null,
  }));

  handle(http, aprobaciones.rechazarSolicitud, async ({ caller, params, body, request }) => {
    await service.reject(ctx, params.id, body.motivo, actorOf(caller, request));
    return undefined;
  });
}
