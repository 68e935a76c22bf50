import { refuse } from '@timbre/refusal';
import type { Scope } from '../../../domain/reports/scope.ts';
import { download } from '../../../platform/http/downloads.ts';
import type { Payload } from '../../../platform/http/register.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { reportTxt, survey } from '../evidence/files.ts';
import type { ReporteConFilas } from '../live/rows.ts';
import { demandReady, monthOf } from '../service.ts';
import { recordDownload } from './record-download.ts';

/**
 * The official TXT of a saved report, of the rows that it keeps: what was filed, although receipts changed since.
 *
 * @throws Problem `recurso/no-encontrado`, `reportes/en-curso`, `reportes/sin-datos`; `reportes/mes`, `reportes/pendiente`
 * where it is not of a month, or a row was not complete; `servidor/ocupado`
 */
export async function txtOfSaved(
  ctx: Context,
  scope: Scope,
  tipo: ReporteConFilas,
  id: string,
  by: Actor,
): Promise<Payload> {
  const report = await ctx.db.reading(scope.empresaId, (tx) => demandReady(tx, scope.empresaId, tipo, id));
  const periodo = monthOf(report) ?? refuse('reportes/mes');
  const txt = reportTxt(ctx.db, scope, periodo, await survey(ctx.db, report));
  if (txt === undefined)
    return refuse('reportes/pendiente', 'Este reporte se guardó con casillas sin responder: no tiene TXT');
  const file = { contentType: 'text/plain; charset=us-ascii', fileName: txt.name };
  return download(ctx.exports, scope.empresaId, file, async () => {
    const que = report.presentado === null ? 'el TXT guardado' : 'el TXT presentado';
    await recordDownload(ctx, scope, { tipo, periodo, que }, by);
    return txt.content;
  });
}
