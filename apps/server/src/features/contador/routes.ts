import { contador } from '@timbre/contract';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import { networkOf } from '../../platform/input/client-address.ts';
import type { Context } from '../context.ts';
import * as clientes from './clientes.ts';
import * as despachos from './despachos.ts';
import * as permisos from './permisos.ts';
import { listClients } from './service.ts';
import { servingView } from './view.ts';

/** Serves the despachos, their clients, the consent of companies, and the list of a person's companies. */
export function contadorRoutes(http: Http, ctx: Context): void {
  handle(http, contador.listarCartera, ({ caller, query }) =>
    listClients(ctx, caller, { periodo: query.periodo, limite: query.limite, cursor: query.cursor }),
  );
  despachoRoutes(http, ctx);
  clienteRoutes(http, ctx);
  permisoRoutes(http, ctx);
}

/** The despachos of a person, and their people. */
function despachoRoutes(http: Http, ctx: Context): void {
  // Each invitation may send a mail.
  const invitations = createRateLimit(ctx.clock, 60, 60);
  const codes = createRateLimit(ctx.clock, 10, 30);

  handle(http, contador.misDespachos, ({ caller }) => despachos.listDespachos(ctx, caller));

  handle(http, contador.crearDespacho, ({ caller, body }) => despachos.createDespacho(ctx, caller, body));

  handle(http, contador.invitarMiembro, ({ caller, params, body }) => {
    invitations.take(caller.personaId);
    return despachos.inviteMember(ctx, caller, params.id, body);
  });

  handle(http, contador.cambiarMiembro, ({ caller, params, body, request }) =>
    despachos.changeMember(ctx, caller, params, body.rol, actorOf(caller, request)),
  );

  handle(http, contador.quitarMiembro, async ({ caller, params, request }) => {
    await despachos.removeMember(ctx, caller, params, actorOf(caller, request));
    return undefined;
  });

  handle(http, contador.entrarAlDespacho, async ({ caller, body, request }) => {
    const sender = `${caller.personaId} ${networkOf(request.ip)}`;
    codes.take(sender);
    const entered = await despachos.enterDespacho(ctx, caller, body.codigo, actorOf(caller, request));
    codes.giveBack(sender);
    return entered;
  });
}

/** The clients of a despacho. */
function clienteRoutes(http: Http, ctx: Context): void {
  // Of requests for clients, by person: a list of clients is added in few of them.
  const requests = createRateLimit(ctx.clock, 20, 60);

  handle(http, contador.pedirClientes, async ({ caller, params, body, request }) => {
    requests.take(caller.personaId);
    const by = actorOf(caller, request);
    return { pedidos: await clientes.askClients(ctx, caller, params.id, body.clientes, by) };
  });

  handle(http, contador.asignarResponsable, async ({ caller, params, body, request }) => {
    const { clientes: ids, responsableId } = body;
    const by = actorOf(caller, request);
    return { asignados: await clientes.assignResponsible(ctx, caller, params.id, ids, responsableId, by) };
  });

  handle(http, contador.renovarCodigo, async ({ caller, params }) => ({
    codigo: await clientes.renewCode(ctx, caller, params),
  }));

  handle(http, contador.quitarCliente, async ({ caller, params, request }) => {
    await clientes.leaveClient(ctx, caller, params, actorOf(caller, request));
    return undefined;
  });
}

/** The consent of the caller's company. */
function permisoRoutes(http: Http, ctx: Context): void {
  const codes = createRateLimit(ctx.clock, 10, 30);

  handle(http, contador.despachosDeLaEmpresa, async ({ caller }) =>
    (await permisos.listServing(ctx, caller)).map(servingView),
  );

  handle(http, contador.aceptarDespacho, async ({ caller, params, request }) =>
    servingView(await permisos.acceptDespacho(ctx, caller, params, actorOf(caller, request))),
  );

  handle(http, contador.aceptarDespachoConCodigo, async ({ caller, body, request }) => {
    const sender = `${caller.empresaId} ${networkOf(request.ip)}`;
    codes.take(sender);
    const accepted = await permisos.acceptDespacho(ctx, caller, body, actorOf(caller, request));
    codes.giveBack(sender);
    return servingView(accepted);
  });

  handle(http, contador.terminarDespacho, async ({ caller, params, request }) => {
    await permisos.endDespacho(ctx, caller, params.id, actorOf(caller, request));
    return undefined;
  });
}
