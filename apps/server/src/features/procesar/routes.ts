import { procesar as contract } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, type CompanyCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { demandOwnRnc } from '../empresa/service.ts';
import { demandOwnCompany } from '../quickbooks/service.ts';
import { scopeOf } from '../reportes/service.ts';
import { bookOf } from './books.ts';
import {
  cancelRun,
  daysOf,
  daysOrMonth,
  failuresOf,
  historyOf,
  requirementsOf,
  rowsOfReport,
  startRun,
  statisticsOf,
  viewRun,
} from './service.ts';

/** Serves the runs over the documents of the accounting program, and their results. */
export function procesarRoutes(http: Http, ctx: Context): void {
  const scoped = ({ empresaId }: CompanyCaller) => scopeOf(ctx, empresaId);
  /** The caller's scope. An RNC in the request must be its own. @throws Problem `acceso/denegado` */
  const named = async (caller: CompanyCaller, rnc: string | undefined, companyId?: string | null) => {
    await demandOwnRnc(ctx, caller, rnc);
    await demandOwnCompany(ctx, caller.empresaId, companyId);
    return scoped(caller);
  };

  handle(http, contract.requisitosDeProceso, async ({ caller }) => requirementsOf(ctx, await scoped(caller)));
  handle(http, contract.inicializarDb, async () => ({ success: true, mensaje: 'Base de datos lista' }));
  handle(http, contract.procesarReportes, async ({ caller, body, request }) =>
    startRun(ctx, await named(caller, body.rnc), body, actorOf(caller, request)),
  );
  handle(http, contract.verEjecucion, ({ caller, params }) => viewRun(ctx, caller.empresaId, params.id));
  handle(http, contract.cancelarEjecucion, ({ caller, params, request }) =>
    cancelRun(ctx, caller.empresaId, params.id, actorOf(caller, request)),
  );
  handle(http, contract.fallosDeEjecucion, ({ caller, params, query }) =>
    failuresOf(ctx, caller.empresaId, params.id, query.despues, query.limite),
  );
  handle(http, contract.descargarProcesado, async ({ caller, params, query, body, request }) => {
    const { formato = 'xls' } = query;
    const scope = await named(caller, body.rnc, body.companyId);
    return bookOf(ctx, scope, params.tipo, daysOf(body), formato, actorOf(caller, request));
  });
  handle(http, contract.historialDeProceso, async ({ caller, params, query }) =>
    historyOf(ctx, await named(caller, params.rnc, query.companyId), query.tipoReporte, query.despues, query.limite),
  );
  handle(http, contract.datosDeProceso, async ({ caller, params, query }) =>
    rowsOfReport(ctx, await named(caller, params.rnc, query.companyId), params.tipo, query),
  );
  handle(http, contract.estadisticasDeProceso, async ({ caller, params, query }) =>
    statisticsOf(ctx, await named(caller, params.rnc, query.companyId), daysOrMonth(ctx, query)),
  );
}
