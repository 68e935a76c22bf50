import { type reportes, tiposDeMedio } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { type FileRow, type FormatCode, fileRowOf } from '@timbre/reports';
import type { Orden } from '@timbre/workbook';
import { fillTool, type ToolHead, writeToolWorkbook } from '@timbre/workbook';
import { inSlices } from '@timbre/worker/in-slices';
import { alwaysInAThread } from '../../../domain/desk/desk.ts';
import { bringUpToDate } from '../../../domain/reports/catch-up.ts';
import { rowOf, rowPages, totalsOf } from '../../../domain/reports/rows-repo.ts';
import { type Days, monthOf, type Scope } from '../../../domain/reports/scope.ts';
import { download } from '../../../platform/http/downloads.ts';
import type { Payload } from '../../../platform/http/register.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { writeIT1Workbook } from '../it1/book.ts';
import { savedRows } from '../saved/parts.ts';
import { demandNewest, reportName, today } from '../service.ts';
import { demandComplete } from './demand-complete.ts';
import { recordDownload } from './record-download.ts';
import { contentOfTool } from './tools-repo.ts';

type Fila = reportes.FilaDeReporte;

/**
 * The newest saved report of the dates as a workbook: its rows in the order of the official tool, or the boxes of the IT-1.
 *
 * @throws Problem `reportes/sin-datos` where there is none, or it has no rows; `servidor/ocupado`
 */
export async function excelOfReport(
  ctx: Context,
  scope: Scope,
  tipo: reportes.TipoDeReporte,
  days: Days,
  by: Actor,
): Promise<Payload> {
  const report = await demandNewest(ctx, scope, tipo, days);
  const datos = { tipo: reportName(tipo), periodo: `${days.desde} a ${days.hasta}`, que: 'el Excel' };
  const now = ctx.clock.now().getTime();
  const fileName = `Reporte_${reportName(tipo)}_${scope.rnc}_${days.desde}_${days.hasta}.xlsx`;
  return download(ctx.exports, scope.empresaId, { fileName, contentType: tiposDeMedio.xlsx }, async () => {
    await recordDownload(ctx, scope, datos, by);
    if (tipo === 'it1') return writeIT1Workbook(report.resumen!, now);
    const rows = toolRows(tipo, savedRows(ctx.db, scope.empresaId, report.id));
    return writeToolWorkbook(tipo, headOf(scope, days, report.filas), rows, now);
  });
}

/** Options of a template. */
interface TemplateOptions {
  readonly usarMacros: boolean;
  readonly orden: Orden;
}

/**
 * The current receipts of the dates in the form of the official tool: the tool that the company uploaded, filled in, or
 * a plain workbook. For the 607, only the rows that the tool accepts. The tool makes a TXT of what it contains, so it is
 * refused where the TXT is; in a plain workbook what is still to be answered is blank.
 *
 * @throws Problem `reportes/sin-datos`, `reportes/pendiente` for the tool, `servidor/ocupado`
 * @source specification 002 §7, §8
 */
export async function templateOf(
  ctx: Context,
  scope: Scope,
  tipo: '606' | '607',
  days: Days,
  { usarMacros, orden }: TemplateOptions,
  by: Actor,
): Promise<Payload> {
  await bringUpToDate(ctx, scope, days);
  const { empresaId } = scope;
  const withMacros = usarMacros && orden === 'oficial';
  const { detalle, tool } = await ctx.db.reading(empresaId, async (tx) => {
    const { detalle } = await totalsOf(tx, scope, tipo, days);
    const tool = withMacros && detalle > 0 ? await contentOfTool(tx, empresaId, tipo) : undefined;
    if (tool !== undefined) await demandComplete(tx, scope, tipo, days);
    return { detalle, tool };
  });
  if (detalle === 0) refuse('reportes/sin-datos', noRows[tipo]);
  const head = headOf(scope, days, detalle);
  const prepared = tool && (await ctx.desk.prepareTool(alwaysInAThread, { bytes: tool, tipo, head }));
  const now = ctx.clock.now().getTime();
  const ending = prepared === undefined ? 'xlsx' : 'xlsm';
  const file = { fileName: `Reporte_${tipo}_${scope.rnc}_${today(ctx)}.${ending}`, contentType: tiposDeMedio[ending] };
  const datos = { tipo, periodo: `${days.desde} a ${days.hasta}`, que: 'la plantilla' };
  return download(ctx.exports, empresaId, file, async () => {
    await recordDownload(ctx, scope, datos, by);
    const rows = toolRows(tipo, detailPages(ctx, scope, tipo, days));
    return prepared === undefined
      ? writeToolWorkbook(tipo, head, rows, now, orden)
      : fillTool(tool!, tipo, prepared, rows, now);
  });
}

/** @source specification 002 §8 */
const noRows = {
  '606': 'No hay datos con NCF válidos para generar la plantilla. Primero genere el reporte 606.',
  '607': 'No hay datos disponibles para generar el formato DGII',
} as const;

const headOf = ({ rnc }: Scope, { desde }: Days, cantidad: number): ToolHead => ({
  rnc,
  periodo: String(monthOf(desde)),
  cantidad,
});

/** The rows that the tool accepts: those of the TXT. */
async function* detailPages(
  ctx: Context,
  scope: Scope,
  tipo: '606' | '607',
  days: Days,
): AsyncGenerator<readonly Fila[]> {
  for await (const page of rowPages(ctx.db, scope, tipo, days))
    yield await inSlices(
      page.filter(({ destino }) => destino === 'detalle'),
      rowOf,
    );
}

async function* toolRows(
  codigo: FormatCode,
  pages: AsyncIterable<readonly Fila[]>,
): AsyncGenerator<readonly FileRow[]> {
  for await (const page of pages) yield page.map((row) => fileRowOf(codigo, row));
}
