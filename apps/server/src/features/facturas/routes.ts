import { type Ambiente, ambienteDe, facturas } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { InputOf } from '@timbre/route';
import type { FacturaFilter } from '../../domain/comprobantes/queries/factura-filter.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import { readCursor, valuesOf, writeCursor } from '../../platform/input/keyset-cursor.ts';
import type { Context } from '../context.ts';
import { demandOwnUser } from '../empresa/service.ts';
import { exportFacturas, pageOfFacturas, prepareHoja, summarize } from './service.ts';
import { facturaView } from './view.ts';
import { changeVista, listVistas, removeVista, saveVista } from './vistas.ts';

const pageSize = 100;

export function facturasRoutes(http: Http, ctx: Context): void {
  handle(http, facturas.listarFacturas, async ({ caller, query, reply }) => {
    const { limit = pageSize, orden = 'recientes', cursor, userId, sinXml = false } = query;
    await demandOwnUser(ctx, caller, userId);
    const after = cursor === undefined ? undefined : readCursor(cursor, valuesOf(orden));
    const asked = { filter: filterOf(query), orden, after, limit, sinXml };
    const { rows, documents, next } = await pageOfFacturas(ctx, caller.empresaId, asked);
    if (next !== undefined) reply.header('x-siguiente', writeCursor(next));
    return rows.map((row) => ({ ...facturaView(row), ...documents?.get(row.id) }));
  });
  handle(http, facturas.resumirFacturas, ({ caller, query }) => summarize(ctx, caller.empresaId, filterOf(query)));
  handle(http, facturas.exportarFacturas, async ({ caller, body, reply, request }) => {
    const { formato, orden = 'recientes' } = body;
    const by = actorOf(caller, request);
    const file = await exportFacturas(ctx, caller.empresaId, formato, filterOf(body), orden, by);
    reply.header('x-comprobantes', String(file.comprobantes));
    return file;
  });
  handle(http, facturas.prepararHoja, async ({ caller, body, request }) => ({
    comprobantes: await prepareHoja(ctx, caller.empresaId, filterOf(body), actorOf(caller, request)),
  }));
  handle(http, facturas.listarVistas, ({ caller }) => listVistas(ctx, caller));
  handle(http, facturas.guardarVista, ({ caller, body }) => saveVista(ctx, caller, body));
  handle(http, facturas.cambiarVista, ({ caller, params, body }) => changeVista(ctx, caller, params.id, body));
  handle(http, facturas.eliminarVista, async ({ caller, params }) => {
    await removeVista(ctx, caller, params.id);
    return undefined;
  });
}

type Asked = InputOf<typeof facturas.resumirFacturas>['query'] & { readonly ids?: readonly string[] };

/** The filter that a request states. @throws Problem `peticion/invalida` for a text that is no environment */
function filterOf({
  fechaDesde,
  fechaHasta,
  estado,
  ambiente,
  tipo,
  eNCF,
  trackId,
  buscar,
  ids,
}: Asked): FacturaFilter {
  const stated = ambiente === undefined || ambiente.toUpperCase() === 'TODOS' ? undefined : readAmbiente(ambiente);
  return { fechaDesde, fechaHasta, estado, ambiente: stated, tipo, eNCF, trackId, buscar, ids } as FacturaFilter;
}

const readAmbiente = (text: string): Ambiente =>
  ambienteDe(text) ?? refuse('peticion/invalida', `No hay un ambiente «${text}»: PRUEBA, CERTIFICACION o PRODUCCION`);
