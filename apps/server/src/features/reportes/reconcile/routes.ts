import { reportes } from '@timbre/contract';
import type { Periodo } from '@timbre/values';
import { type Http, handle } from '../../../platform/http/register.ts';
import type { Context } from '../../context.ts';
import { scopeOf } from '../service.ts';
import { readFiledTxt } from './read-filed-txt.ts';
import { reconcile, recordBehind, unreported } from './service.ts';

/**
 * Serves the comparison of the books in QuickBooks with e-CF and TXT, and the documents in the books that make no
 * receipt.
 */
export function reconcileRoutes(http: Http, ctx: Context): void {
  handle(http, reportes.conciliarReporte, async ({ caller, params: { tipo }, query }) =>
    reconcile(ctx, await scopeOf(ctx, caller.empresaId), tipo, query.periodo as Periodo),
  );
  handle(http, reportes.conciliarConTxt, async ({ caller, params: { tipo }, query, form }) => {
    const scope = await scopeOf(ctx, caller.empresaId);
    const periodo = query.periodo as Periodo;
    return reconcile(ctx, scope, tipo, periodo, await readFiledTxt(tipo, scope, periodo, form.files.archivo.bytes));
  });
  handle(http, reportes.registroDeQuickBooks, async ({ caller, params: { tipo, id } }) =>
    recordBehind(ctx, await scopeOf(ctx, caller.empresaId), tipo, id),
  );
  handle(http, reportes.documentosSinReportar, async ({ caller, query: { periodo, despues, tipo, limite } }) =>
    unreported(ctx, await scopeOf(ctx, caller.empresaId), periodo as Periodo, despues, tipo, limite),
  );
}
