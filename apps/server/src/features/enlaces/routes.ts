import { enlaces as contract, type documentos } from '@timbre/contract';
import type { FastifyRequest } from 'fastify';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { createDesk } from '../../domain/desk/desk.ts';
import { ownAddress } from '../../platform/http/addresses.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, type CompanyCaller } from '../../platform/input/caller.ts';
import { networkOf } from '../../platform/input/client-address.ts';
import type { Context } from '../context.ts';
import { saveAjuste, shareDocument, unshareDocument, viewAjuste, viewLink } from './service.ts';
import { outlineShared, printShared, viewShared, xmlOfShared } from './shared-document.ts';

/** Documents shown to a network: a burst, then one more each second. A page asks again every ten seconds until the verdict. */
const seen = { burst: 60, perTokenS: 1 };
/** Printed forms drawn for a network, each in a child process: a burst, then one more every four seconds. */
const drawn = { burst: 20, perTokenS: 4 };

/** Printed forms for strangers are drawn in a lane of their own: companies do not wait for them. */
const deskOfStrangers = { lane: 'strangers', mayWait: 8, workingMs: 15_000 } as const;

/** Serves the public links of documents: to the company that shares, and to the person who has one. */
export function enlacesRoutes(http: Http, ctx: Context): void {
  handle(http, contract.verAjusteDeEnlaces, ({ caller }) => viewAjuste(ctx, caller.empresaId));
  handle(http, contract.guardarAjusteDeEnlaces, ({ caller, body, request }) =>
    saveAjuste(ctx, caller.empresaId, body, actorOf(caller, request)),
  );

  const named = ({ empresaId }: CompanyCaller, id: string, request: FastifyRequest) => ({
    empresaId,
    id,
    address: ownAddress(ctx.config, request),
  });
  handle(http, contract.verEnlace, ({ caller, params, request }) => viewLink(ctx, named(caller, params.id, request)));
  handle(http, contract.compartirDocumento, ({ caller, params, request }) =>
    shareDocument(ctx, named(caller, params.id, request), actorOf(caller, request)),
  );
  handle(http, contract.dejarDeCompartir, ({ caller, params, request }) =>
    unshareDocument(ctx, named(caller, params.id, request), actorOf(caller, request)),
  );

  publicRoutes(http, ctx);
}

function publicRoutes(http: Http, ctx: Context): void {
  const desk = createDesk(deskOfStrangers);
  http.fastify.addHook('onClose', () => desk.close());
  const forStrangers = { ctx, desk };
  const seenBy = createRateLimit(ctx.clock, seen.burst, seen.perTokenS);
  const drawnFor = createRateLimit(ctx.clock, drawn.burst, drawn.perTokenS);

  handle(http, contract.verCompartido, async ({ params, request }) => {
    seenBy.take(networkOf(request.ip));
    return viewShared(forStrangers, params.token);
  });
  handle(http, contract.xmlCompartido, async ({ params, request }) => {
    seenBy.take(networkOf(request.ip));
    return xmlOfShared(ctx, params.token);
  });
  handle(http, contract.pdfCompartido, async ({ params, query, request }) => {
    drawnFor.take(networkOf(request.ip));
    return printShared(forStrangers, params.token, query.forma ?? 'carta');
  });
  handle(http, contract.paginasCompartidas, async ({ params, query, request }) => {
    drawnFor.take(networkOf(request.ip));
    const { pages, ...whole } = await outlineShared(forStrangers, params.token, query.forma ?? 'carta');
    return { ...whole, pages: [...pages] as documentos.Pagina[] };
  });
}
