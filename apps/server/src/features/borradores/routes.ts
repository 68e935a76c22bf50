import { borradores, type documentos } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import * as service from './service.ts';
import { borradorView } from './view.ts';

/** Serves the drafts of invoices. A draft is issued through the call that every program uses: EnviarFactura. */
export function borradoresRoutes(http: Http, ctx: Context): void {
  handle(http, borradores.listarBorradores, async ({ caller }) =>
    (await service.listBorradores(ctx, caller.empresaId)).map(borradorView),
  );
  handle(http, borradores.verBorrador, async ({ caller, params }) => {
    const { documento, ...row } = await service.findBorrador(ctx, caller.empresaId, params.id);
    return { ...borradorView(row), documento };
  });
  handle(http, borradores.guardarBorrador, async ({ caller, params, body }) =>
    borradorView(await service.saveBorrador(ctx, caller, params.id, body)),
  );
  handle(http, borradores.previsualizar, async ({ caller, body, query }) => {
    const { pages, ...whole } = await service.previewBorrador(ctx, caller.empresaId, body, query.forma ?? 'carta');
    return { ...whole, pages: [...pages] as documentos.Pagina[] };
  });
  handle(http, borradores.imprimirSinECF, ({ caller, body, query }) =>
    service.printWithoutECF(ctx, caller.empresaId, body, query),
  );
  handle(http, borradores.eliminarBorrador, async ({ caller, params }) => {
    await service.deleteBorrador(ctx, caller.empresaId, params.id);
    return undefined;
  });
}
