import { importacion as contract, tiposDeMedio } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { type Http, handle } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import { forgetRehearsal, rehearseSending, rehearseSigning } from './rehearsal/service.ts';
import { sampleFor } from './sample.ts';
import { askToSend, askToSign, createImport, reviewRows } from './service.ts';
import { recentImports, viewFilas, viewImport, viewIncidencias } from './shown/service.ts';

const ofImport = (
  { empresaId }: { readonly empresaId: string },
  { id }: { readonly id: string },
  { ensayo = false }: { readonly ensayo?: boolean } = {},
) => ({ empresaId, importacionId: id, ensayo });

/** Serves the import of workbooks. */
export function importacionRoutes(http: Http, context: Context): void {
  handle(http, contract.crearImportacion, async ({ caller, form }) => {
    const { archivo } = form.files;
    if (!/\.(xlsx|xls)$/i.test(archivo.name))
      refuse('archivo/tipo', `«${archivo.name}» no termina en .xlsx ni en .xls`);
    const usuarioId = caller.via === 'sesion' ? caller.usuarioId : null;
    const upload = { usuarioId, archivo: archivo.name, contenido: archivo.bytes };
    return { id: await createImport(context, caller.empresaId, upload) };
  });
  handle(http, contract.listarImportaciones, ({ caller }) => recentImports(context, caller.empresaId));
  handle(http, contract.verImportacion, ({ caller, params, query }) =>
    viewImport(context, ofImport(caller, params, query)),
  );
  handle(http, contract.listarFilas, ({ caller, params, query }) =>
    viewFilas(context, ofImport(caller, params, query), query),
  );
  handle(http, contract.listarIncidencias, ({ caller, params, query }) =>
    viewIncidencias(context, ofImport(caller, params, query), query),
  );
  handle(http, contract.firmarImportacion, async ({ caller, params, body }) => ({
    firmar: await (body.ensayo ? rehearseSigning : askToSign)(context, ofImport(caller, params), {
      ids: body.ids,
      agregarFechaHoraFirma: body.agregarFechaHoraFirma ?? true,
      filasOcultas: body.filasOcultas,
    }),
  }));
  handle(http, contract.enviarImportacion, async ({ caller, params, body }) => ({
    enviar: await (body.ensayo ? rehearseSending : askToSend)(context, ofImport(caller, params), {
      ids: body.ids,
    }),
  }));
  handle(http, contract.olvidarEnsayo, async ({ caller, params }) => {
    await forgetRehearsal(context, ofImport(caller, params));
    return undefined;
  });
  handle(http, contract.revisarImportacion, ({ caller, params }) => reviewRows(context, ofImport(caller, params)));
  handle(http, contract.libroDeMuestra, async ({ caller }) => {
    const empresaId = caller.empresaId ?? refuse('acceso/denegado');
    return {
      bytes: await sampleFor(context, empresaId),
      contentType: tiposDeMedio.xlsx,
      fileName: 'libro-de-muestra.xlsx',
    };
  });
}
