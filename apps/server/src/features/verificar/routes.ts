import { verificar as contract } from '@timbre/contract';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { createDesk } from '../../domain/desk/desk.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { networkOf } from '../../platform/input/client-address.ts';
import type { Context } from '../context.ts';
import { verifyOn } from './service.ts';

/** Files allowed per network: a burst, then one more every four seconds. */
const perAddress = { burst: 20, perTokenS: 4 };

/** Every file, of any size, is read in a child process. A sound PDF of 10 MB takes a fraction of this time. */
const deskOfStrangers = { lane: 'strangers', smallUpTo: -1, mayWait: 4, workingMs: 8_000 } as const;

/** Serves the check of signed files to any caller. */
export function verificarRoutes(http: Http, ctx: Context): void {
  const desk = createDesk(deskOfStrangers);
  http.fastify.addHook('onClose', () => desk.close());
  const perNetwork = createRateLimit(ctx.clock, perAddress.burst, perAddress.perTokenS);

  handle(http, contract.verificarArchivo, async ({ form, request }) => {
    perNetwork.take(networkOf(request.ip));
    const { archivo, original } = form.files;
    const now = ctx.clock.now().getTime();
    const files = { bytes: archivo.bytes, original: original?.bytes };
    return verifyOn(desk, { ...files, now, roots: ctx.config.receiverRoots });
  });
}
