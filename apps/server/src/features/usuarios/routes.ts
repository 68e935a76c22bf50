import { usuarios } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { actorOf, demandSelf } from '../../http/caller.ts';
import { type Http, handle } from '../../http/register.ts';
import { createPasswordChange } from './password.ts';
import * as service from './service.ts';
import { usuarioView } from './view.ts';

/** Serves the people of the caller's company, and passwords. */
export function usuariosRoutes(http: Http, ctx: Context): void {
  const changePassword = createPasswordChange(ctx);

  handle(http, usuarios.crearUsuario, async ({ caller, headers, body, request }) => {
    demandSelf(caller, headers?.usuarioid, body.UsuarioID_Creador, body.NombreUsuario_Creador);
    const given = {
      nombreUsuario: body.NombreUsuario,
      correo: body.Correo,
      contrasena: body.Contrasena,
      rol: body.Rol ?? 'consulta',
    };
    return usuarioView(await service.addUsuario(ctx, caller, given, actorOf(caller, request)));
  });

  handle(http, usuarios.listarUsuarios, async ({ caller, headers }) => {
    demandSelf(caller, headers?.usuarioid);
    return (await service.listUsuarios(ctx, caller.empresaId)).map(usuarioView);
  });

  handle(http, usuarios.cambiarRol, async ({ caller, params, body, request }) =>
    usuarioView(await service.changeRol(ctx, caller, params.id, body.Rol, actorOf(caller, request))),
  );

  handle(http, usuarios.eliminarUsuario, async ({ caller, params, headers, request }) => {
    demandSelf(caller, headers?.usuarioid);
    await service.removeUsuario(ctx, caller, params.id, actorOf(caller, request));
    return undefined;
  });

  handle(http, usuarios.cambiarContrasena, async ({ caller, body, request }) => {
    const change = {
      usuarioId: body.UsuarioID,
      password: body.Contrasena,
      repeated: body.ConfirmarContrasena,
      current: body.ContrasenaActual,
    };
    await changePassword(caller, change, actorOf(caller, request));
    return undefined;
  });
}
