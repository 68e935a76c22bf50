import type { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import {
  clasicoFileName,
  clasicoLine,
  headerLine,
  isComplete,
  lineWriter,
  type Rows,
  rowFromTexts,
  txtFileName,
} from '@timbre/reports';
import type { Periodo } from '@timbre/values';
import { inSlices } from '@timbre/worker/in-slices';
import { bringUpToDate } from '../../../domain/reports/catch-up.ts';
import { problemsOfMonth } from '../../../domain/reports/check-rows.ts';
import type { ReportProblems } from '../../../domain/reports/problems.ts';
import { txtPages } from '../../../domain/reports/rows-repo.ts';
import { type Days, daysOf, type Scope } from '../../../domain/reports/scope.ts';
import { download } from '../../../platform/http/downloads.ts';
import type { Payload } from '../../../platform/http/register.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { liveRows, type ReporteConFilas } from '../live/rows.ts';
import { problemsOfVoided } from '../live/voided-rows.ts';
import { monthOf } from '../service.ts';
import { demandComplete } from './demand-complete.ts';
import { recordDownload } from './record-download.ts';

/** The official file, or the specification's. */
type FormatoDeTxt = 'oficial' | 'clasico';

/** A file to be written: its month, and how many lines it will have. */
interface Txt {
  readonly tipo: ReporteConFilas;
  readonly periodo: Periodo;
  readonly cantidad: number;
}

/**
 * The TXT of a month from its current receipts, written while it is read. If the number of lines changes meanwhile, the
 * download breaks off: a complete file has as many lines as its header states.
 *
 * @param formato of the 606 and of the 607; the others have only the official one
 * @throws Problem `reportes/mes`, `reportes/pendiente`, `reportes/con-errores`, `servidor/ocupado`
 */
export async function txtOfMonth(
  ctx: Context,
  scope: Scope,
  tipo: ReporteConFilas,
  days: Days,
  formato: FormatoDeTxt,
  by: Actor,
): Promise<Payload> {
  const periodo = monthOf(days) ?? refuse('reportes/mes');
  if (tipo !== '608') await bringUpToDate(ctx, scope, days);
  const clasico = formato === 'clasico' && (tipo === '606' || tipo === '607') ? tipo : undefined;
  const { detalle, filas } = await demandSound(ctx, scope, tipo, periodo);
  const file = {
    contentType: 'text/plain; charset=us-ascii',
    fileName:
      clasico === undefined ? txtFileName(tipo, scope.rnc, periodo) : clasicoFileName(clasico, scope.rnc, periodo),
  };
  return download(ctx.exports, scope.empresaId, file, async () => {
    const que = clasico === undefined ? 'el TXT' : 'el TXT clásico';
    await recordDownload(ctx, scope, { tipo, periodo, que }, by);
    const txt = { tipo, periodo, cantidad: clasico === undefined ? detalle : filas };
    return fileOf(
      scope,
      txt,
      clasico !== undefined
        ? clasicoPages(ctx, scope, clasico, days)
        : tipo === '608'
          ? voidedPages(ctx, scope, days)
          : txtPages(ctx.db, scope, tipo, periodo),
    );
  });
}

/**
 * Refuses a month that lacks answers or breaks rules. Returns its number of rows, in total and in the official file.
 */
async function demandSound(ctx: Context, scope: Scope, tipo: ReporteConFilas, periodo: Periodo) {
  if (tipo === '608') {
    const { problems, filas } = await problemsOfVoided(ctx.db, scope, periodo);
    demandNone(problems);
    return { filas, detalle: filas };
  }
  const totals = await ctx.db.reading(scope.empresaId, (tx) => demandComplete(tx, scope, tipo, daysOf(periodo)));
  demandNone(await problemsOfMonth(ctx.db, scope, tipo, periodo));
  return totals;
}

function demandNone({ errores, problemas }: ReportProblems): void {
  if (errores === 0) return;
  const first = problemas.find(({ gravedad }) => gravedad === 'error');
  const others = errores === 1 ? '' : ` (y ${errores - 1} más)`;
  refuse('reportes/con-errores', first && `${first.ncf}: ${first.mensaje}${others}`);
}

async function* fileOf(
  { rnc }: Scope,
  { tipo, periodo, cantidad }: Txt,
  pages: AsyncIterable<string>,
): AsyncGenerator<string> {
  yield headerLine(tipo, { rnc, periodo, cantidad });
  let written = 0;
  for await (const lines of pages) {
    if (lines === '') continue;
    written += lines.split('\r\n').length;
    yield `\r\n${lines}`;
  }
  if (written !== cantidad) throw new Error(`The header says ${cantidad} lines, ${written} came`);
}

/** All rows of a month in the specification's form. */
async function* clasicoPages(ctx: Context, scope: Scope, tipo: '606' | '607', days: Days): AsyncGenerator<string> {
  const line = clasicoLine(tipo);
  for await (const rows of liveRows(ctx.db, scope, tipo, days))
    yield (await inSlices(rows, (row) => line(completeOf(tipo, row)))).join('\r\n');
}

async function* voidedPages(ctx: Context, scope: Scope, days: Days): AsyncGenerator<string> {
  const line = lineWriter('608');
  for await (const rows of liveRows(ctx.db, scope, '608', days))
    yield (await inSlices(rows, (row) => line(completeOf('608', row)))).join('\r\n');
}

function completeOf<Code extends ReporteConFilas>(code: Code, { ncf, fila }: reportes.FilaDeReporte): Rows[Code] {
  const row = rowFromTexts(code, fila);
  if (!isComplete(code, row)) throw new Error(`${ncf} lacks a required field`);
  return row;
}
