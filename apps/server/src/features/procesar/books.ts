import { procesar, tiposDeMedio } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { type FileRow, fileRowOf } from '@timbre/reports';
import type { SheetSource } from '@timbre/workbook';
import { writeXls, writeXlsxSheets } from '@timbre/workbook';
import { inSlices } from '@timbre/worker/in-slices';
import { bringUpToDate } from '../../domain/reports/catch-up.ts';
import { rowOf, rowPages, totalsOf } from '../../domain/reports/rows-repo.ts';
import type { Days, Scope } from '../../domain/reports/scope.ts';
import { download } from '../../platform/http/downloads.ts';
import type { Payload } from '../../platform/http/register.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { columnsOf } from './columns.ts';
import { recordedFields } from './record.ts';

const sheetNames = { '606': '606 Gastos', '607': '607 Ventas' } as const;

/**
 * The current receipts of the days, in the columns of the specification. The consolidated workbook has both reports.
 *
 * @throws Problem `reportes/sin-datos`, `procesar/xls`, `servidor/ocupado`
 */
export async function bookOf(
  ctx: Context,
  scope: Scope,
  tipo: procesar.AlcanceDeProceso,
  days: Days,
  formato: 'xls' | 'xlsx',
  by: Actor,
): Promise<Payload> {
  await bringUpToDate(ctx, scope, days);
  const { empresaId, rnc } = scope;
  const parts = tipo === 'consolidado' ? (['606', '607'] as const) : [tipo];
  const counts = await ctx.db.reading(empresaId, (tx) =>
    Promise.all(parts.map(async (part) => (await totalsOf(tx, scope, part, days)).filas)),
  );
  if (counts.every((count) => count === 0)) refuse('reportes/sin-datos');
  if (formato === 'xls' && Math.max(...counts) > procesar.filasDeXls) refuse('procesar/xls');
  const sheets = parts.map((part) => ({
    name: sheetNames[part],
    columns: columnsOf(part),
    pages: filasOf(ctx, scope, part, days),
  }));
  const { desde, hasta } = recordedFields({ tipo, ...days });
  const datos = { tipo, periodo: `${desde} a ${hasta}`, que: 'el Excel', ...by };
  const fileName = `Reporte_${tipo}_${rnc}_${days.desde}_${days.hasta}.${formato}`;
  return download(ctx.exports, empresaId, { fileName, contentType: tiposDeMedio[formato] }, async () => {
    await ctx.db.tenant(empresaId, (tx) => ctx.events.append(tx, empresaId, [{ tipo: 'reporte.descargado', datos }]));
    return formato === 'xls' ? writeXls(sheets) : writeXlsxSheets(sheets, ctx.clock.now().getTime());
  });
}

async function* filasOf(
  ctx: Context,
  scope: Scope,
  tipo: '606' | '607',
  days: Days,
): SheetSource<FileRow>['pages'] & AsyncGenerator<readonly FileRow[]> {
  for await (const page of rowPages(ctx.db, scope, tipo, days))
    yield await inSlices(page, (row) => fileRowOf(tipo, rowOf(row)));
}
