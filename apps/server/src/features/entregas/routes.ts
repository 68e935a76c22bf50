import { entregas as contract } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { askToDeliver } from '../../domain/received/deliver.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { readCursor, valuesOf, writeCursor } from '../../platform/input/keyset-cursor.ts';
import type { Context } from '../context.ts';
import { listApprovals, viewDelivery, xmlOfApproval } from './service.ts';
import { aprobacionesView, entregaView } from './view.ts';

/** Serves the delivery of issued invoices to their buyers, and the buyers' answers. */
export function entregasRoutes(http: Http, ctx: Context): void {
  handle(http, contract.entregarFactura, async ({ caller, params }) =>
    entregaView(await askToDeliver(ctx, caller.empresaId, params.id)),
  );
  handle(http, contract.verEntrega, async ({ caller, params }) => {
    const { delivery } = await viewDelivery(ctx, caller.empresaId, params.id);
    return delivery === undefined ? null : entregaView(delivery);
  });
  handle(http, contract.acuseEntrega, async ({ caller, params }) => {
    const { invoice, delivery } = await viewDelivery(ctx, caller.empresaId, params.id);
    return { bytes: delivery?.acuse ?? refuse('recibida/sin-acuse'), fileName: `acuse_${nameOf(invoice)}.xml` };
  });
  handle(http, contract.aprobacionesDeFactura, async ({ caller, params, query, reply }) => {
    const { limite = contract.aprobacionesPorParte, cursor } = query;
    const after = cursor === undefined ? undefined : readCursor(cursor, valuesOf('recientes')).orden;
    const { rows, next } = await listApprovals(ctx, caller.empresaId, params.id, { limite, after });
    if (next !== undefined) reply.header('x-siguiente', writeCursor({ orden: next }));
    return aprobacionesView(rows);
  });
  handle(http, contract.xmlDeAprobacionDeFactura, async ({ caller, params: { id, huella } }) => {
    const { invoice, bytes } = await xmlOfApproval(ctx, caller.empresaId, id, huella);
    return { bytes, fileName: `respuesta_${nameOf(invoice)}_${huella.slice(0, digitsOfHuella)}.xml` };
  });
}

/** An invoice may have several answers: so many digits of the SHA-256 tell their files apart. */
const digitsOfHuella = 8;

const nameOf = ({ rnc_emisor, encf }: { rnc_emisor: string; encf: string }): string => `${rnc_emisor}${encf}`;
