import { facturas } from '@timbre/contract';
import type { FacturaFilter } from '../../domain/comprobantes/queries/factura-filter.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, demandSelf } from '../../platform/input/caller.ts';
import { readCursor, valuesOf, writeCursor } from '../../platform/input/keyset-cursor.ts';
import type { Context } from '../context.ts';
import { exportFacturas, pageOfFacturas, prepareHoja, summarize } from './service.ts';
import { facturaView } from './view.ts';
import { changeVista, listVistas, removeVista, saveVista } from './vistas.ts';

const pageSize = 100;

export function facturasRoutes(http: Http, ctx: Context): void {
  handle(http, facturas.listarFacturas, async ({ caller, query, reply }) => {
    const { limit = pageSize, orden = 'recientes', cursor, userId, apiKey: _, ...filter } = query;
    demandSelf(caller, userId);
    const after = cursor === undefined ? undefined : readCursor(cursor, valuesOf(orden));
    const { rows, next } = await pageOfFacturas(ctx, caller.empresaId, filter as FacturaFilter, orden, after, limit);
    if (next !== undefined) reply.header('x-siguiente', writeCursor(next));
    return rows.map(facturaView);
  });
  handle(http, facturas.resumirFacturas, ({ caller, query }) =>
    summarize(ctx, caller.empresaId, query as FacturaFilter),
  );
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
