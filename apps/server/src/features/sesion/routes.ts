import { sesion } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { isId } from '../../db/id.ts';
import { actorOf } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { type Http, handle } from '../../http/register.ts';
import { closeSessions, createLogin, currentSession, listSessions } from './service.ts';
import { currentView, loginView, sessionView } from './view.ts';

export function sesionRoutes(http: Http, ctx: Context): void {
  const logIn = createLogin(ctx);

  handle(http, sesion.login, async ({ body, request }) => {
    const device = (request.headers['user-agent'] ?? '').slice(0, 300);
    const { key, expira, profile } = await logIn({
      login: body.correo,
      password: body.contrasena,
      ip: request.ip,
      device,
    });
    return loginView(profile, key, expira);
  });

  handle(http, sesion.logout, async ({ caller, body, request }) => {
    const by = actorOf(caller, request);
    await closeSessions(ctx, caller, body.todas === true ? undefined : caller.sesionId, by);
    return undefined;
  });

  handle(http, sesion.confirmarSesion, async ({ caller, body, request }) => {
    await ctx.stepUp.confirm(caller, body.contrasena, actorOf(caller, request));
    return undefined;
  });

  handle(http, sesion.sesionActual, async ({ caller }) => {
    const { profile, expira } = await currentSession(ctx, caller);
    return currentView(profile, expira, ctx.config.authority);
  });

  handle(http, sesion.listarSesiones, async ({ caller }) =>
    (await listSessions(ctx, caller)).map((row) => sessionView(row, caller.sesionId)),
  );

  handle(http, sesion.cerrarSesion, async ({ caller, params, request }) => {
    const by = actorOf(caller, request);
    if (!isId(params.id) || (await closeSessions(ctx, caller, params.id, by)) === 0) refuse('recurso/no-encontrado');
    return undefined;
  });
}
