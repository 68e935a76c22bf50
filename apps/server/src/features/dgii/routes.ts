import { dgii as contract } from '@timbre/contract';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import { createServiceStatus, lookUpDirectory, lookUpDocument } from './service.ts';

/** Serves what people ask of the DGII by hand. Each company may ask twenty times at once, and then every three seconds. */
export function dgiiRoutes(http: Http, ctx: Context): void {
  const status = createServiceStatus(ctx);
  const questions = createRateLimit(ctx.clock, 20, 3);

  handle(http, contract.estadoDeServicios, () => status());
  handle(http, contract.consultarDirectorio, ({ caller, params }) => {
    questions.take(caller.empresaId);
    return lookUpDirectory(ctx, caller.empresaId, params.rnc);
  });
  handle(http, contract.consultarComprobante, ({ caller, query }) => {
    questions.take(caller.empresaId);
    return lookUpDocument(ctx, caller.empresaId, query);
  });
}
