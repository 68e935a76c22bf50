import { ambienteNombre, aprobaciones } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { actorOf } from '../../http/caller.ts';
import { type Http, handle } from '../../http/register.ts';
import * as service from './service.ts';

/** Serves what waits for the platform's administrator. */
export function aprobacionesRoutes(http: Http, ctx: Context): void {
  handle(http, aprobaciones.solicitudesPendientes, async () =>
    (await service.listPending(ctx)).map(({ id, tipo, empresa, nuevo_ambiente, pedida_por, pedida }) => ({
      id,
      tipo,
      razonSocial: empresa.razon_social,
      rncEmisor: empresa.rnc,
      ambienteActual: ambienteNombre[empresa.ambiente],
      nuevoAmbiente: ambienteNombre[nuevo_ambiente],
      solicitadoPor: pedida_por,
      fecha: pedida.toISOString(),
    })),
  );

  handle(http, aprobaciones.aprobarSolicitud, async ({ caller, params, request }) => {
    await service.resolveSolicitud(ctx, params.id, 'aprobada', actorOf(caller, request));
    return undefined;
  });

  handle(http, aprobaciones.rechazarSolicitud, async ({ caller, params, request }) => {
    await service.resolveSolicitud(ctx, params.id, 'rechazada', actorOf(caller, request));
    return undefined;
  });
}
