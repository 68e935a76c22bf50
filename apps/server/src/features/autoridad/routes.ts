import { autoridad as contract } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { isAnswered } from '../../domain/comprobantes/sending/standing.ts';
import { waitOf } from '../../platform/http/patience.ts';
import { type Http, handle, keyOf } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import { exchangeSeed, findVerdict, receptionView, requestSeed, sendApproval } from './proxies.ts';
import { authenticate, closeSession, retry, viewState } from './service.ts';

/**
 * Serves the state of the authority for the company, and the specification's proxies to it.
 * See docs/design/emission.md#signed-documents-enter-the-ledger.
 */
export function autoridadRoutes(http: Http, ctx: Context): void {
  const retries = createRateLimit(ctx.clock, 3, 10);

  handle(http, contract.estadoAutoridad, ({ caller }) => viewState(ctx, caller.empresaId));

  handle(http, contract.autenticar, ({ caller }) => authenticate(ctx, caller.empresaId));

  handle(http, contract.reintentar, ({ caller }) => {
    retries.take(caller.empresaId);
    return retry(ctx, caller.empresaId);
  });

  handle(http, contract.cerrarAutoridad, ({ caller }) => closeSession(ctx, caller.empresaId));

  for (const route of [contract.semilla, contract.semillaDeAuth])
    handle(http, route, async ({ caller }) => ({ bytes: await requestSeed(ctx, caller.empresaId) }));

  for (const route of [contract.validarSemilla, contract.validarSemillaDeAuth]) {
    handle(http, route, ({ caller: { empresaId }, form, request }) =>
      exchangeSeed(ctx, { empresaId, key: keyOf(request) ?? refuse('sesion/requerida') }, form),
    );
  }

  handle(http, contract.verificarToken, async ({ caller, request }) => {
    if (caller === undefined && keyOf(request) !== undefined) http.countWrongKey(request.ip);
    return { valid: caller !== undefined };
  });

  for (const route of [contract.recepcion, contract.recepcionSimulada]) {
    handle(http, route, async ({ caller: { empresaId }, form, headers, reply }) => {
      if (route.path === contract.recepcionSimulada.path && ctx.config.authority !== 'simulador')
        refuse('recurso/no-encontrado', 'El simulador no está en uso en esta instalación');
      const { fields, files } = form;
      const document = { empresaId, kind: 'ECF', bytes: files.XmlFile.bytes, fields } as const;
      const standing = await ctx.door.send({ ...document, ...waitOf(reply, headers?.prefer) });
      if (!isAnswered(standing)) reply.code(202);
      return receptionView(standing);
    });
  }

  handle(http, contract.consultaEstado, ({ caller, query }) => findVerdict(ctx, caller.empresaId, query.TrackId));

  handle(http, contract.aprobacionComercial, ({ caller, form }) => sendApproval(ctx, caller.empresaId, form));
}
