import { type Rol, usuarios } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, demandSelf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { changePassword } from './password.ts';
import * as service from './service.ts';
import { usuarioView } from './view.ts';

/** Serves the people of the caller's company, and passwords. */
export function usuariosRoutes(http: Http, ctx: Context): void {
  // Limited because each answer reveals a little about which people exist elsewhere:
  // see docs/design/accounts-and-security.md#people-and-companies.
  const creations = createRateLimit(ctx.clock, 60, 60);

  handle(http, usuarios.crearUsuario, async ({ caller, headers, body, request }) => {
    demandSelf(caller, headers?.usuarioid, body.UsuarioID_Creador, body.NombreUsuario_Creador);
    creations.take(caller.empresaId);
    const input = {
      nombreUsuario: body.NombreUsuario,
      correo: body.Correo,
      contrasena: body.Contrasena,
      rol: readRol(body) ?? 'consulta',
    };
    const { row, invitacion } = await service.addUsuario(ctx, caller, input, actorOf(caller, request));
    return { ...usuarioView(row), invitacion };
  });

  handle(http, usuarios.listarUsuarios, async ({ caller, headers }) => {
    demandSelf(caller, headers?.usuarioid);
    return (await service.listUsuarios(ctx, caller.empresaId)).map(usuarioView);
  });

  handle(http, usuarios.cambiarRol, async ({ caller, params, body, request }) => {
    const rol = readRol(body) ?? refuse('peticion/invalida', 'rol es obligatorio');
    return usuarioView(await service.changeRol(ctx, caller, params.id, rol, actorOf(caller, request)));
  });

  handle(http, usuarios.eliminarUsuario, async ({ caller, params, headers, request }) => {
    demandSelf(caller, headers?.usuarioid);
    await service.removeUsuario(ctx, caller, params.id, actorOf(caller, request));
    return undefined;
  });

  handle(http, usuarios.restablecerDosPasos, async ({ caller, params, request }) =>
    usuarioView(await service.resetTotp(ctx, caller, params.id, actorOf(caller, request))),
  );

  handle(http, usuarios.cambiarContrasena, async ({ caller, body, request }) => {
    const change = {
      usuarioId: body.UsuarioID,
      password: body.Contrasena,
      repeated: body.ConfirmarContrasena,
      current: body.ContrasenaActual,
      codigo: body.codigo,
    };
    await changePassword(ctx, caller, change, actorOf(caller, request));
    return undefined;
  });
}

/** The role, in either of its two spellings. @throws Problem `peticion/invalida` if they differ */
function readRol({ rol, Rol: spelled }: { readonly rol?: Rol; readonly Rol?: Rol }): Rol | undefined {
  if (rol !== undefined && spelled !== undefined && rol !== spelled)
    refuse('peticion/invalida', 'rol y Rol dicen cosas distintas');
  return rol ?? spelled;
}
