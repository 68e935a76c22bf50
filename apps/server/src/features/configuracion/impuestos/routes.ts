import { configuracion } from '@timbre/contract';
import type { Static } from 'typebox';
import { type Http, handle } from '../../../platform/http/register.ts';
import { actorOf } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { demandOwnRnc } from '../../empresa/service.ts';
import * as service from './service.ts';

/** Serves the tab Mapeo de Datos. */
export function impuestosRoutes(http: Http, ctx: Context): void {
  handle(http, configuracion.listarImpuestos, async ({ caller, query }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, query.rncEmisor);
    const rows = await service.listImpuestos(ctx, caller.empresaId);
    return rows.map((row) => ({ idImpuestoExterno: row.id_impuesto_externo, descripcion: row.descripcion, rncEmisor }));
  });

  handle(http, configuracion.crearImpuesto, async ({ caller, body, request }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, body.rncEmisor);
    await service.addImpuesto(ctx, caller.empresaId, rowOf(body), actorOf(caller, request));
    return { ...body, rncEmisor };
  });

  handle(http, configuracion.modificarImpuesto, async ({ caller, body, request }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, body.rncEmisor);
    await service.changeImpuesto(ctx, caller.empresaId, rowOf(body), actorOf(caller, request));
    return { ...body, rncEmisor };
  });

  handle(http, configuracion.eliminarImpuesto, async ({ caller, query, request }) => {
    await demandOwnRnc(ctx, caller, query.rncEmisor);
    await service.removeImpuesto(ctx, caller.empresaId, query.idImpuestoExterno, actorOf(caller, request));
    return undefined;
  });

  handle(http, configuracion.verCamposPdf, async ({ caller, query }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, query.rncEmisor);
    return { rncEmisor, campoNombreItem: await service.viewCampoNombreItem(ctx, caller.empresaId) };
  });

  handle(http, configuracion.guardarCamposPdf, async ({ caller, body, request }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, body.rncEmisor);
    const { campoNombreItem } = body;
    await service.saveCampoNombreItem(ctx, caller.empresaId, campoNombreItem, actorOf(caller, request));
    return { rncEmisor, campoNombreItem };
  });
}

const rowOf = ({ idImpuestoExterno, descripcion }: Static<typeof configuracion.Impuesto>): service.Impuesto => ({
  id_impuesto_externo: idImpuestoExterno,
  descripcion,
});
