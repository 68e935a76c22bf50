import { documentos as contract, type documentos } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { annulDocumento } from './annul.ts';
import { outlineDocumento, printDocumento, stampOf } from './impreso.ts';
import { faultsOf } from './judge-replacement.ts';
import { replaceXml } from './replace.ts';
import { resendDocumento } from './resend.ts';
import { sendDocumento } from './send.ts';
import { settleDocumento, settleList } from './settle.ts';
import { viewDocumento } from './view.ts';
import { xmlOf } from './xml.ts';

/** Serves single documents: their data, their exact XML, and the editing of it before sending. */
export function documentosRoutes(http: Http, context: Context): void {
  handle(http, contract.verDocumento, ({ caller, params }) => viewDocumento(context, caller.empresaId, params.id));
  handle(http, contract.verXml, ({ caller, params }) => xmlOf(context, caller.empresaId, params.id));
  handle(http, contract.verQr, ({ caller, params }) => stampOf(context, caller.empresaId, params.id));
  handle(http, contract.verPdf, ({ caller, params, query }) =>
    printDocumento(context, caller.empresaId, params.id, query.forma ?? 'carta'),
  );
  handle(http, contract.verPaginas, async ({ caller, params, query }) => {
    const { pages, ...whole } = await outlineDocumento(context, caller.empresaId, params.id, query.forma ?? 'carta');
    return { ...whole, pages: [...pages] as documentos.Pagina[] };
  });
  handle(http, contract.editarXml, ({ caller, params, body }) =>
    replaceXml(context, caller.empresaId, params.id, body),
  );
  handle(http, contract.validarXml, async ({ caller, params, body }) => ({
    errores: [...(await faultsOf(context, caller.empresaId, params.id, body))],
  }));
  handle(http, contract.asentarVeredicto, ({ caller, params, body, request }) =>
    settleDocumento(context, caller.empresaId, params.id, body, actorOf(caller, request)),
  );
  handle(http, contract.asentarLista, ({ caller, body, request }) =>
    settleList(context, caller.empresaId, body, actorOf(caller, request)),
  );
  handle(http, contract.reenviarDocumento, async ({ caller, params, request }) => ({
    estado: await resendDocumento(context, caller.empresaId, params.id, actorOf(caller, request)),
  }));
  handle(http, contract.anularDocumento, ({ caller, params, body, request }) =>
    annulDocumento(context, caller.empresaId, params.id, body, actorOf(caller, request)),
  );
  handle(http, contract.enviarDocumento, async ({ caller, params }) => ({
    enviar: await sendDocumento(context, caller.empresaId, params.id),
  }));
}
