import { facturas } from '@timbre/contract';
import { type FacturaFilter, listFacturas } from '../../comprobantes/queries/facturas.ts';
import type { Context } from '../../context.ts';
import { demandSelf } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { type Http, handle } from '../../http/register.ts';
import { facturaView } from './view.ts';

const pageSize = 100;

export function facturasRoutes(http: Http, ctx: Context): void {
  handle(http, facturas.listarFacturas, async ({ caller, query, reply }) => {
    const { limit = pageSize, cursor, userId, apiKey: _, ...filter } = query;
    demandSelf(caller, userId);
    const before = cursor === undefined ? undefined : readCursor(cursor);
    const rows = await ctx.db.tenant(caller.empresaId, (tx) =>
      listFacturas(tx, caller.empresaId, filter as FacturaFilter, before, limit + 1),
    );
    if (rows.length > limit) reply.header('x-siguiente', writeCursor(rows[limit - 1]!.orden));
    return rows.slice(0, limit).map(facturaView);
  });
}

/** Start of the next page, opaque to callers. */
const writeCursor = (orden: number): string => Buffer.from(`o${orden}`).toString('base64url');

function readCursor(cursor: string): number {
  const match = /^o(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  return match === null ? refuse('peticion/invalida', 'El cursor no es de esta lista') : Number(match[1]);
}
