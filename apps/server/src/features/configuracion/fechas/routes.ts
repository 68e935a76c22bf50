import { configuracion } from '@timbre/contract';
import type { Static } from 'typebox';
import { type Http, handle } from '../../../platform/http/register.ts';
import { actorOf } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { demandOwnRnc } from '../../empresa/service.ts';
import type { FechaRow } from './repo.ts';
import * as service from './service.ts';

/** Serves the tab Asignar Fechas. */
export function fechasRoutes(http: Http, ctx: Context): void {
  handle(http, configuracion.listarFechas, async ({ caller, query }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, query.rncEmisor);
    const { serie, tipo } = query;
    return (await service.listFechas(ctx, caller.empresaId, { serie, tipo })).map((row) => fechaView(row, rncEmisor));
  });

  handle(http, configuracion.guardarFecha, async ({ caller, body, request }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, body.rncEmisor);
    return fechaView(
      await service.addFecha(ctx, caller.empresaId, readFecha(body), actorOf(caller, request)),
      rncEmisor,
    );
  });

  handle(http, configuracion.actualizarFecha, async ({ caller, body, request }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, body.rncEmisor);
    const by = actorOf(caller, request);
    return fechaView(await service.changeFecha(ctx, caller.empresaId, body.id, readFecha(body), by), rncEmisor);
  });

  handle(http, configuracion.cambiarFechas, async ({ caller, body, request }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, body.rncEmisor);
    const by = actorOf(caller, request);
    const rows = await service.changeDates(ctx, caller.empresaId, body.ids, dayOf(body.fechaVencimiento), by);
    return rows.map((row) => fechaView(row, rncEmisor));
  });

  handle(http, configuracion.eliminarFecha, async ({ caller, query, request }) => {
    await service.removeFecha(ctx, caller.empresaId, query.id, actorOf(caller, request));
    return undefined;
  });
}

/** Only the date of the instant in the request is used. */
const dayOf = (instant: string): string => instant.slice(0, 10);

const readFecha = ({ serie, tipo, fechaVencimiento, activo }: Static<typeof configuracion.NuevaFecha>) => ({
  serie,
  tipo,
  fecha: dayOf(fechaVencimiento),
  activo,
});

const fechaView = ({ id, serie, tipo, fecha, activo }: FechaRow, rncEmisor: string) => ({
  id,
  rncEmisor,
  serie,
  tipo,
  fechaVencimiento: `${fecha}T00:00:00.000Z`,
  activo,
});
