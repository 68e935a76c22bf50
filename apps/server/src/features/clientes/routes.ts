import { clientes } from '@timbre/contract';
import { type Http, handle, keyOf } from '../../platform/http/register.ts';
import { actorOf, refuseKey } from '../../platform/input/caller.ts';
import { readCursor, valuesOf, writeCursor } from '../../platform/input/keyset-cursor.ts';
import type { Context } from '../context.ts';
import { createRegistration } from '../registro/service.ts';
import { readCliente } from './form.ts';
import * as service from './service.ts';
import { clienteView, facturaView } from './view.ts';

/** Serves the companies of the platform, and the registration of new ones. */
export function clientesRoutes(http: Http, ctx: Context): void {
  const register = createRegistration(ctx);
  const view = async (id: string) => clienteView(await service.viewCliente(ctx, id), ctx.clock.now());

  handle(http, clientes.listarClientes, async ({ query }) => {
    const now = ctx.clock.now();
    return (await service.listClientes(ctx, query.buscar)).map((cliente) => clienteView(cliente, now));
  });

  handle(http, clientes.facturasDeCliente, async ({ params, query, reply }) => {
    const { limite, cursor } = query;
    const after = cursor === undefined ? undefined : readCursor(cursor, valuesOf('recientes'));
    const { rows, next } = await service.listFacturas(ctx, params.id, after, limite);
    if (next !== undefined) reply.header('x-siguiente', writeCursor(next));
    return rows.map(facturaView);
  });

  handle(http, clientes.cambiarAmbienteDeCliente, async ({ caller, params, body, request }) => {
    await service.setAmbiente(ctx, params.id, body.ambiente, actorOf(caller, request));
    return view(params.id);
  });

  handle(http, clientes.guardarCliente, async ({ caller, params, form, request }) => {
    await service.saveCliente(ctx, params.id, readCliente(form, params.id), actorOf(caller, request));
    return view(params.id);
  });

  handle(http, clientes.registrar, async ({ caller, body, request }) => {
    // A caller with an invalid key expects to be logged in, so it is not treated as anonymous.
    const key = keyOf(request);
    if (caller === undefined && key !== undefined) refuseKey(key);
    const isRoot = caller?.via === 'sesion' && caller.rol === 'root';
    const registration = {
      rnc: body.rncEmisor,
      razonSocial: body.razonSocial,
      correo: body.correo,
      nombreUsuario: body.nombreUsuario,
      contrasena: body.contrasena,
      datos: body.datos,
    };
    const registered = await register(registration, isRoot ? { root: actorOf(caller, request) } : { ip: request.ip });
    if (registered === undefined) return { mensaje: 'Recibimos su solicitud', aprobacionPendiente: true };
    return { mensaje: 'Usuario registrado exitosamente', aprobacionPendiente: false, ...registered };
  });
}
