import { simulacion as contract } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { clear, generateBatch, generateSome, removeOne, viewSimulation } from './service.ts';

/** Serves the simulation. */
export function simulacionRoutes(http: Http, ctx: Context): void {
  handle(http, contract.verSimulacion, ({ caller }) => viewSimulation(ctx, caller.empresaId));
  handle(http, contract.generarSimulacion, ({ caller, body, request }) =>
    generateSome(ctx, caller.empresaId, body, actorOf(caller, request)),
  );
  handle(http, contract.generarLoteDeSimulacion, ({ caller, body, request }) =>
    generateBatch(ctx, caller.empresaId, body.cantidades, body.desde, actorOf(caller, request)),
  );
  handle(http, contract.eliminarSimulado, async ({ caller, params, request }) => {
    await removeOne(ctx, caller.empresaId, params.id, actorOf(caller, request));
    return undefined;
  });
  handle(http, contract.borrarSimulacion, async ({ caller, request }) => {
    await clear(ctx, caller.empresaId, actorOf(caller, request));
    return undefined;
  });
}
