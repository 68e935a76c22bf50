import { configuracion } from '@timbre/contract';
import { certificateView } from '../../domain/companies/certificate-view.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, demandSelf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { demandOwnRnc, listCertificates } from '../empresa/service.ts';
import { switchAutomatic, viewAutomatic } from '../entregas/service.ts';
import { fechasRoutes } from './fechas/routes.ts';
import { readChanges } from './form.ts';
import { impuestosRoutes } from './impuestos/routes.ts';
import {
  createIntegrationKey,
  createSecretKey,
  createSecretValidation,
  removeIntegrationKey,
  setScopes,
} from './keys.ts';
import { anulacionesRoutes } from './secuencias/anulaciones-routes.ts';
import { secuenciasRoutes } from './secuencias/routes.ts';
import * as service from './service.ts';
import { configuracionView } from './view.ts';

/** Serves Configuración: the General tab here, the other tabs from the subfolders. */
export function configuracionRoutes(http: Http, ctx: Context): void {
  const validateSecret = createSecretValidation(ctx);

  handle(http, configuracion.verConfiguracion, async ({ caller, params }) => {
    demandSelf(caller, params.userId);
    const asked = { at: ctx.clock.now(), roots: ctx.config.receiverRoots };
    return configuracionView(await service.viewConfiguracion(ctx, caller.empresaId), asked);
  });

  handle(http, configuracion.guardarConfiguracion, async ({ caller, form, request }) => {
    const { RncEmisor, ModificadoPor } = form.fields;
    await demandOwnRnc(ctx, caller, RncEmisor || undefined);
    demandSelf(caller, ModificadoPor || undefined);
    const changes = readChanges(form);
    const { pending, notices } = await service.saveConfiguracion(ctx, caller, changes, actorOf(caller, request));
    return {
      mensaje: 'Configuración guardada exitosamente',
      aprobacionPendiente: pending !== undefined,
      avisos: [...notices],
    };
  });

  handle(http, configuracion.retirarSolicitud, async ({ caller, request }) => {
    await service.withdrawRequest(ctx, caller.empresaId, actorOf(caller, request));
    return undefined;
  });

  handle(http, configuracion.validarSecreto, async ({ caller, body, request }) => {
    await demandOwnRnc(ctx, caller, body.rncEmisor);
    return { validado: await validateSecret(caller, body.secretoIngresado.trim(), actorOf(caller, request)) };
  });

  handle(http, configuracion.generarSecretKey, async ({ caller, request }) => ({
    secretKey: await createSecretKey(ctx, caller.empresaId, actorOf(caller, request)),
  }));

  handle(http, configuracion.generarApiKey, async ({ caller, body, request }) => {
    await demandOwnRnc(ctx, caller, body.rncEmisor);
    return { apiKey: await createIntegrationKey(ctx, caller.empresaId, actorOf(caller, request)) };
  });

  handle(http, configuracion.guardarAlcances, async ({ caller, body, request }) => {
    await setScopes(ctx, caller.empresaId, body.alcances, actorOf(caller, request));
    return body;
  });

  handle(http, configuracion.eliminarApiKey, async ({ caller, body, request }) => {
    await demandOwnRnc(ctx, caller, body.rncEmisor);
    await removeIntegrationKey(ctx, caller.empresaId, actorOf(caller, request));
    return undefined;
  });

  handle(http, configuracion.descargarCertificado, async ({ caller, body, request }) => {
    const by = actorOf(caller, request);
    await ctx.stepUp.confirm(caller, body, by);
    const { archivo, p12 } = await service.takeCertificateFile(ctx, caller.empresaId, by);
    const fileName = archivo.replace(/(\.(p12|pfx))?$/i, '.p12');
    return { bytes: p12, contentType: 'application/x-pkcs12', fileName };
  });

  handle(http, configuracion.listarCertificados, async ({ caller }) => {
    const now = ctx.clock.now();
    return (await listCertificates(ctx, caller.empresaId)).map((row) => ({
      ...certificateView(row, now),
      activo: row.activo,
      cargado: row.creado.toISOString(),
    }));
  });

  handle(http, configuracion.verEntregaAutomatica, ({ caller }) => viewAutomatic(ctx, caller.empresaId));

  handle(http, configuracion.guardarEntregaAutomatica, ({ caller, body, request }) =>
    switchAutomatic(ctx, caller.empresaId, body.activa, actorOf(caller, request)),
  );

  impuestosRoutes(http, ctx);
  fechasRoutes(http, ctx);
  secuenciasRoutes(http, ctx);
  anulacionesRoutes(http, ctx);
}
