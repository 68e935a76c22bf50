import { ensayo as contract } from '@timbre/contract';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { createDesk } from '../../domain/desk/desk.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { networkOf } from '../../platform/input/client-address.ts';
import type { Context } from '../context.ts';
import { createEjemplo } from './ejemplo.ts';

/** Documents allowed per network: a burst, then one more every two seconds. */
const perAddress = { burst: 30, perTokenS: 2 };

/** Every document, of any size, is checked in a child process. */
const deskOfStrangers = { lane: 'strangers', smallUpTo: -1, mayWait: 8, workingMs: 15_000 } as const;

/** Serves the rehearsal of documents to any caller, without a session or key. */
export function ensayoRoutes(http: Http, ctx: Context): void {
  const desk = createDesk(deskOfStrangers);
  http.fastify.addHook('onClose', () => desk.close());
  const perNetwork = createRateLimit(ctx.clock, perAddress.burst, perAddress.perTokenS);
  const ejemplo = createEjemplo(ctx.clock);

  handle(http, contract.ensayar, async ({ form, request }) => {
    perNetwork.take(networkOf(request.ip));
    const { xml, factura } = form.files;
    const now = ctx.clock.now().getTime();
    const tasas = await ctx.exciseRates.current();
    const documents = { bytes: xml.bytes, factura: factura?.bytes, now, tasas };
    return desk.checkXml(xml.bytes.length, { ...documents, roots: ctx.config.receiverRoots });
  });

  handle(http, contract.ejemploDeEnsayo, async ({ query, request }) => {
    perNetwork.take(networkOf(request.ip));
    return { bytes: await ejemplo(query.alterado ?? false) };
  });
}
