import { plantillas as contract } from '@timbre/contract';
import type { TipoECF } from '@timbre/values';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { networkOf } from '../../platform/input/client-address.ts';
import type { Context } from '../context.ts';
import { templateOf } from './service.ts';

/** Templates allowed per network: a burst, then one more each second. */
const perAddress = { burst: 60, perTokenS: 1 };

/** Serves the sample documents, which accompany the reference, to any caller. */
export function plantillasRoutes(http: Http, ctx: Context): void {
  const perNetwork = createRateLimit(ctx.clock, perAddress.burst, perAddress.perTokenS);

  handle(http, contract.descargarPlantilla, async ({ params, request }) => {
    perNetwork.take(networkOf(request.ip));
    const [, tipo, formato] = /^ecf-(\d\d)\.(\w+)$/.exec(params.archivo)!;
    return templateOf(tipo as TipoECF, formato as contract.FormatoDePlantilla, ctx.clock.now().getTime());
  });
}
