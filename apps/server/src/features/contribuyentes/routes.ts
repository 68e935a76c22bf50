import { contribuyentes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { findByNumber, search } from '../../domain/taxpayers/search.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { askToImport, readState } from './service.ts';
import { contribuyenteView, estadoView } from './view.ts';

/** Serves the DGII's register of taxpayers. */
export function contribuyentesRoutes(http: Http, ctx: Context): void {
  handle(http, contribuyentes.consultaContribuyente, async ({ query }) => {
    const taxpayers = (await findByNumber(ctx.db, query.rnc)) ?? refuse('contribuyentes/falta');
    return taxpayers.map(contribuyenteView);
  });
  handle(http, contribuyentes.buscarContribuyentes, async ({ query }) => {
    const taxpayers = (await search(ctx.db, query.buscar)) ?? refuse('contribuyentes/falta');
    return taxpayers.map(contribuyenteView);
  });
  handle(http, contribuyentes.estadoDelRegistro, async () => estadoView(await readState(ctx)));
  handle(http, contribuyentes.importarRegistro, async ({ caller, form, request }) => {
    const { archivo } = form.files;
    if (!/\.(zip|txt)$/i.test(archivo.name))
      refuse('contribuyentes/archivo', `«${archivo.name}» no termina en .zip ni en .txt`);
    await askToImport(ctx, archivo, actorOf(caller, request));
    return estadoView(await readState(ctx));
  });
}
