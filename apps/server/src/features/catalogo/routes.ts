import { catalogo } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import { findCompradores, findProductos } from './service.ts';
import { compradorView, productoView } from './view.ts';

/** Serves the buyers and products of earlier invoices. */
export function catalogoRoutes(http: Http, ctx: Context): void {
  handle(http, catalogo.buscarCompradores, async ({ caller, query: { buscar = '' } }) =>
    (await findCompradores(ctx, caller.empresaId, buscar)).map(compradorView),
  );
  handle(http, catalogo.buscarProductos, async ({ caller, query: { buscar = '' } }) =>
    (await findProductos(ctx, caller.empresaId, buscar)).map(productoView),
  );
}
