import { correo } from '@timbre/contract';
import { entregaOf } from '../../domain/mail/messages.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { correoView, createSending, viewCorreos } from './documento.ts';
import { createRecovery, createRestoring, sendLink } from './enlaces.ts';
import { savePlantilla, tryPlantilla, viewPlantilla } from './plantilla.ts';

/** Serves the mail of documents with its template, and the links with which people choose a password. */
export function correoRoutes(http: Http, ctx: Context): void {
  const entrega = entregaOf(ctx.config);
  const recover = createRecovery(ctx);
  const restore = createRestoring(ctx);
  const send = createSending(ctx);

  handle(http, correo.estadoDelCorreo, async () => ({ entrega }));

  handle(http, correo.pedirEnlace, async ({ body, request }) => {
    await recover(body.correo, request.ip);
    return { entrega };
  });

  handle(http, correo.usarEnlace, async ({ body, request }) => {
    const { enlace, Contrasena: password, ConfirmarContrasena: repeated } = body;
    await restore({ enlace, password, repeated }, request.ip);
    return undefined;
  });

  handle(http, correo.enviarEnlace, async ({ caller, params, request }) => {
    await sendLink(ctx, caller, params.id, actorOf(caller, request));
    return { entrega };
  });

  handle(http, correo.verCorreos, async ({ caller, params }) => {
    const { correos, ...rest } = await viewCorreos(ctx, caller.empresaId, params.id);
    return { entrega, ...rest, correos: correos.map(correoView) };
  });

  handle(http, correo.enviarPorCorreo, async ({ caller, params, body, request }) => {
    const message = { para: body.para, asunto: body.asunto, cuerpo: body.cuerpo };
    const correos = await send(caller, params.id, message, actorOf(caller, request));
    return { entrega, correos: correos.map(correoView) };
  });

  handle(http, correo.verPlantilla, async ({ caller }) => ({
    ...(await viewPlantilla(ctx, caller.empresaId)),
    entrega,
    marcas: Object.entries(correo.marcasDeCorreo).map(([marca, nombre]) => ({ marca, nombre })),
  }));

  handle(http, correo.guardarPlantilla, async ({ caller, body, request }) => {
    await savePlantilla(ctx, caller.empresaId, body, actorOf(caller, request));
    return undefined;
  });

  handle(http, correo.probarPlantilla, ({ caller, body }) => tryPlantilla(ctx, caller.empresaId, body));
}
