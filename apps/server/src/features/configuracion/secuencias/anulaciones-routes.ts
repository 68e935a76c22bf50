import { configuracion } from '@timbre/contract';
import { settleVoid, viewVoidable, voidRange } from '../../../domain/comprobantes/voiding/void-range.ts';
import { type Http, handle } from '../../../platform/http/register.ts';
import { actorOf } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { anulacionView, pageOfAnulaciones, xmlOfAnulacion } from './anulaciones.ts';

const mostRuns = 100;

/** Serves the annulment of unused numbers. */
export function anulacionesRoutes(http: Http, ctx: Context): void {
  handle(http, configuracion.anulables, async ({ caller, params }) => {
    const { runs, total, impedimento } = await viewVoidable(ctx, caller.empresaId, params.id, mostRuns + 1);
    return { cantidad: total, tramos: runs.slice(0, mostRuns), hayMas: runs.length > mostRuns, impedimento };
  });

  handle(http, configuracion.anularNumeros, async ({ caller, params, body, request }) =>
    anulacionView(await voidRange(ctx, caller.empresaId, params.id, body, actorOf(caller, request))),
  );

  handle(http, configuracion.listarAnulaciones, ({ caller, params, query }) =>
    pageOfAnulaciones(ctx, caller.empresaId, params.id, query.antesDe, query.limite),
  );

  handle(http, configuracion.xmlDeAnulacion, ({ caller, params }) => xmlOfAnulacion(ctx, caller.empresaId, params.id));

  handle(http, configuracion.asentarAnulacion, async ({ caller, params, body, request }) =>
    anulacionView(await settleVoid(ctx, caller.empresaId, params.id, body.anulados, actorOf(caller, request))),
  );
}
