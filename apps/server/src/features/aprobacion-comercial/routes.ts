import { aprobacionComercial as contract } from '@timbre/contract';
import { forgetRehearsal, rehearseSending, rehearseSigning } from '../../domain/received/rehearse-approvals.ts';
import { sendApprovals, signApprovals } from '../../domain/received/workbook-approvals.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { loadBook, pageOfApprovals, removeUnsent, xmlOfApproval } from './service.ts';

/** Serves the commercial approvals that come from a workbook. */
export function aprobacionComercialRoutes(http: Http, ctx: Context): void {
  handle(http, contract.cargarAprobaciones, ({ caller, form: { fields, files } }) =>
    loadBook(ctx, caller.empresaId, files.archivo, fields.filasOcultas === 'leer' ? 'leer' : 'omitir'),
  );

  handle(http, contract.listarAprobaciones, ({ caller, query }) => pageOfApprovals(ctx, caller.empresaId, query));

  handle(http, contract.firmarAprobaciones, async ({ caller, body }) => ({
    firmadas: await (body.ensayo ? rehearseSigning : signApprovals)(ctx, caller.empresaId, body.ids),
  }));

  handle(http, contract.enviarAprobaciones, async ({ caller, body, request }) => ({
    enviadas: body.ensayo
      ? await rehearseSending(ctx, caller.empresaId, body.ids)
      : await sendApprovals(
          ctx,
          caller.empresaId,
          { ...actorOf(caller, request), aunquePresentado: body.aunquePresentado },
          body.ids,
        ),
  }));

  handle(http, contract.xmlDeAprobacion, ({ caller, params }) => xmlOfApproval(ctx, caller.empresaId, params.id));

  handle(http, contract.olvidarEnsayoDeAprobaciones, async ({ caller: { empresaId } }) => {
    await forgetRehearsal(ctx, empresaId);
    return undefined;
  });

  handle(http, contract.quitarAprobaciones, async ({ caller: { empresaId } }) => {
    await removeUnsent(ctx, empresaId);
    return undefined;
  });
}
