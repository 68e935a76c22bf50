import { facturas } from '@timbre/contract';
import type { FacturaFilter } from '../../domain/comprobantes/queries/factura-filter.ts';
import { countFound, listFacturas, placeOf, summarizeFacturas } from '../../domain/comprobantes/queries/facturas.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, demandSelf } from '../../platform/input/caller.ts';
import { readCursor, valuesOf, writeCursor } from '../../platform/input/keyset-cursor.ts';
import type { Context } from '../context.ts';
import { exportFacturas, prepareHoja } from './service.ts';
import { facturaView } from './view.ts';
import { changeVista, listVistas, removeVista, saveVista } from './vistas.ts';

const pageSize = 100;
/** Maximum number of invoices that a search counts. */
const mostCounted = 1_000;

export function facturasRoutes(http: Http, ctx: Context): void {
  handle(http, facturas.listarFacturas, async ({ caller, query, reply }) => {
    const { limit = pageSize, orden = 'recientes', cursor, userId, apiKey: _, ...filter } = query;
    demandSelf(caller, userId);
    const after = cursor === undefined ? undefined : readCursor(cursor, valuesOf(orden));
    const rows = await ctx.db.tenant(caller.empresaId, (tx) =>
      listFacturas(tx, caller.empresaId, filter as FacturaFilter, orden, after, limit + 1),
    );
    if (rows.length > limit) reply.header('x-siguiente', writeCursor(placeOf(rows[limit - 1]!, orden)));
    return rows.slice(0, limit).map(facturaView);
  });
  handle(http, facturas.resumirFacturas, async ({ caller, query }) => {
    const filter = query as FacturaFilter;
    const isSearch = Boolean(query.buscar || query.eNCF || query.trackId);
    const { comprobantes, ventas, compras, rechazados } = await ctx.db.tenant(caller.empresaId, (tx) =>
      isSearch
        ? countFound(tx, caller.empresaId, filter, mostCounted + 1)
        : summarizeFacturas(tx, caller.empresaId, filter),
    );
    return {
      comprobantes,
      montoTotal: ventas,
      montoCompras: compras,
      rechazados,
      hayMas: isSearch && comprobantes > mostCounted,
    };
  });
  handle(http, facturas.exportarFacturas, async ({ caller, body, reply, request }) => {
    const { formato, orden = 'recientes', ...filter } = body;
    const by = actorOf(caller, request);
    const file = await exportFacturas(ctx, caller.empresaId, formato, filter as FacturaFilter, orden, by);
    reply.header('x-comprobantes', String(file.comprobantes));
    return file;
  });
  handle(http, facturas.prepararHoja, async ({ caller, body, request }) => ({
    comprobantes: await prepareHoja(ctx, caller.empresaId, body as FacturaFilter, actorOf(caller, request)),
  }));
  handle(http, facturas.listarVistas, ({ caller }) => listVistas(ctx, caller));
  handle(http, facturas.guardarVista, ({ caller, body }) => saveVista(ctx, caller, body));
  handle(http, facturas.cambiarVista, ({ caller, params, body }) => changeVista(ctx, caller, params.id, body));
  handle(http, facturas.eliminarVista, async ({ caller, params }) => {
    await removeVista(ctx, caller, params.id);
    return undefined;
  });
}
