import { emision as contract } from '@timbre/contract';
import { timeIssue } from '../../domain/comprobantes/issue/time-issue.ts';
import { rehearseDraft } from '../../domain/comprobantes/rehearsal/rehearse-draft.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { signingRoutes } from './signing-routes.ts';

/** Serves the issuing of documents by programs, and the signing of their XML. */
export function emisionRoutes(http: Http, context: Context): void {
  handle(http, contract.enviarFactura, async ({ caller, body, headers, query, reply, request }) => {
    const { estricto = false, tolerante = false } = query;
    if (query.ensayo) return rehearseDraft(context, caller.empresaId, body, { estricto, tolerante });
    const idempotencyKey = headers?.['idempotency-key'];
    const issuing = context.emitter.emit(caller.empresaId, body, {
      idempotencyKey,
      estricto,
      tolerante,
      ...(query.motivoRetencion && { sinRetener: { motivo: query.motivoRetencion, by: actorOf(caller, request) } }),
    });
    const { emitida, replayed } = await timeIssue(context, 'api', () => reply.elapsedTime, issuing);
    if (replayed) reply.header('idempotent-replayed', 'true');
    context.metrics.issueRequests.inc({ origen: 'api', tipo: emitida.eNCF.slice(1, 3), resultado: 'emitido' });
    return emitida;
  });
  signingRoutes(http, context);
}
