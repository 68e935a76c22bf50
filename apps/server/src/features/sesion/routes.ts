import { sesion } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { FastifyRequest } from 'fastify';
import type { Credentials } from '../../domain/companies/credentials.ts';
import { isId } from '../../platform/db/id.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { confirmTotp, leaveTotp, mustHaveTotp, prepareTotp, renewCodes, seeTotp } from './dos-pasos.ts';
import { createEntrance } from './login.ts';
import * as service from './service.ts';
import { currentView, empresasView, openedView, sessionView } from './view.ts';

/** Serves log-in, sessions, the companies of a person, and their second factor. */
export function sesionRoutes(http: Http, ctx: Context): void {
  const entrance = createEntrance(ctx);
  const accept = service.createAcceptance(ctx);

  handle(http, sesion.login, async ({ body, request }) =>
    openedView(await entrance.logIn(credentialsOf(body, request), body.invitacion)),
  );

  handle(http, sesion.retirarRegistro, async ({ body, request }) => {
    await entrance.withdraw(credentialsOf(body, request));
    return undefined;
  });

  handle(http, sesion.logout, async ({ caller, body, request }) => {
    const by = actorOf(caller, request);
    await service.closeSessions(ctx, caller, body.todas === true ? undefined : caller.sesionId, by);
    return undefined;
  });

  handle(http, sesion.confirmarSesion, async ({ caller, body, request }) => {
    await ctx.stepUp.confirm(caller, body, actorOf(caller, request));
    return undefined;
  });

  handle(http, sesion.sesionActual, async ({ caller }) => {
    const profile = await service.currentSession(ctx, caller);
    const debe = mustHaveTotp(ctx, caller) && !caller.totp;
    return currentView(profile, ctx.config.authority, debe);
  });

  handle(http, sesion.misEmpresas, async ({ caller }) =>
    empresasView(await service.listEmpresas(ctx, caller), caller.empresaId),
  );

  handle(http, sesion.cambiarEmpresa, async ({ caller, body, request }) =>
    openedView(await service.changeEmpresa(ctx, caller, body.empresaId, actorOf(caller, request))),
  );

  handle(http, sesion.aceptarInvitacion, async ({ caller, body, request }) => {
    const { empresa_id, rnc, razon_social } = await accept(caller, body.invitacion, actorOf(caller, request));
    return { empresaId: empresa_id, rnc, razonSocial: razon_social };
  });

  handle(http, sesion.retirarRegistroPropio, async ({ caller, params, request }) => {
    await service.withdrawOwn(ctx, caller, params.id, request.ip);
    return undefined;
  });

  handle(http, sesion.listarSesiones, async ({ caller }) =>
    (await service.listSessions(ctx, caller)).map((row) => sessionView(row, caller.sesionId)),
  );

  handle(http, sesion.cerrarSesion, async ({ caller, params, request }) => {
    const by = actorOf(caller, request);
    if (!isId(params.id) || (await service.closeSessions(ctx, caller, params.id, by)) === 0)
      refuse('recurso/no-encontrado');
    return undefined;
  });

  handle(http, sesion.verDosPasos, ({ caller }) => seeTotp(ctx, caller));

  handle(http, sesion.prepararDosPasos, ({ caller }) => prepareTotp(ctx, caller));

  handle(http, sesion.confirmarDosPasos, async ({ caller, body, request }) => ({
    codigos: await confirmTotp(ctx, caller, body.codigo, actorOf(caller, request)),
  }));

  handle(http, sesion.renovarCodigos, async ({ caller, request }) => ({
    codigos: await renewCodes(ctx, caller, actorOf(caller, request)),
  }));

  handle(http, sesion.desactivarDosPasos, async ({ caller, request }) => {
    await leaveTotp(ctx, caller, actorOf(caller, request));
    return undefined;
  });
}

const credentialsOf = (
  body: { readonly correo: string; readonly contrasena: string; readonly codigo?: string },
  request: FastifyRequest,
): Credentials => ({
  login: body.correo,
  password: body.contrasena,
  codigo: body.codigo,
  ip: request.ip,
  device: (request.headers['user-agent'] ?? '').slice(0, 300),
});
