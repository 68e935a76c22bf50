import { documentos as contract } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { actorOf } from '../../http/caller.ts';
import { type Http, handle } from '../../http/register.ts';
import { faultsOf, replaceXml, sendDocumento, viewDocumento, xmlOf } from './service.ts';
import { settleDocumento } from './settle.ts';

/** Serves single documents: their data, their exact XML, and the editing of it before sending. */
export function documentosRoutes(http: Http, context: Context): void {
  handle(http, contract.verDocumento, ({ caller, params }) => viewDocumento(context, caller.empresaId, params.id));
  handle(http, contract.verXml, ({ caller, params }) => xmlOf(context, caller.empresaId, params.id));
  handle(http, contract.editarXml, ({ caller, params, body }) =>
    replaceXml(context, caller.empresaId, params.id, body),
  );
  handle(http, contract.validarXml, async ({ caller, params, body }) => ({
    errores: [...(await faultsOf(context, caller.empresaId, params.id, body))],
  }));
  handle(http, contract.asentarVeredicto, ({ caller, params, body, request }) =>
    settleDocumento(context, caller.empresaId, params.id, body, actorOf(caller, request)),
  );
  handle(http, contract.enviarDocumento, async ({ caller, params }) => ({
    enviar: await sendDocumento(context, caller.empresaId, params.id),
  }));
}
