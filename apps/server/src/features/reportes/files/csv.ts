import type { reportes } from '@timbre/contract';
import { fileRowOf, writeCsv } from '@timbre/reports';
import { csvOf } from '@timbre/workbook';
import type { Days, Scope } from '../../../domain/reports/scope.ts';
import { download } from '../../../platform/http/downloads.ts';
import type { Payload } from '../../../platform/http/register.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import type { ReporteConFilas } from '../live/rows.ts';
import type { ReporteRow } from '../repo.ts';
import { savedRows } from '../saved/parts.ts';
import type { SavedRow } from '../saved/row.ts';
import { demandNewest, reportName } from '../service.ts';
import { recordDownload } from './record-download.ts';

/**
 * The newest saved report of the dates as CSV.
 *
 * @throws Problem `reportes/sin-datos` where there is none, or it has no rows; `servidor/ocupado`
 */
export async function csvOfReport(
  ctx: Context,
  scope: Scope,
  tipo: reportes.TipoDeReporte,
  days: Days,
  by: Actor,
): Promise<Payload> {
  const report = await demandNewest(ctx, scope, tipo, days);
  const file = {
    contentType: 'text/csv; charset=utf-8',
    fileName: `Reporte_${reportName(tipo)}_${scope.rnc}_${days.desde}_${days.hasta}.csv`,
  };
  return download(ctx.exports, scope.empresaId, file, async () => {
    const periodo = `${days.desde} a ${days.hasta}`;
    await recordDownload(ctx, scope, { tipo: reportName(tipo), periodo, que: 'el CSV' }, by);
    return tipo === 'it1' ? casillasCsv(report) : rowsCsv(tipo, savedRows(ctx.db, scope.empresaId, report.id));
  });
}

/** Each page is formatted separately; the header is written once. */
async function* rowsCsv(tipo: ReporteConFilas, parts: AsyncIterable<readonly SavedRow[]>): AsyncGenerator<string> {
  let first = true;
  for await (const rows of parts) {
    const [header, ...lines] = writeCsv(
      tipo,
      rows.map((row) => fileRowOf(tipo, row)),
    );
    yield (first ? header! : '') + lines.join('');
    first = false;
  }
}

async function* casillasCsv({ resumen }: ReporteRow): AsyncGenerator<string> {
  const { anexoA, formulario } = resumen!;
  yield csvOf([
    ['Casilla', 'Nombre', 'Valor', 'Marca', 'Fórmula'],
    ...[...anexoA, ...formulario].map(({ id, nombre, valor, marca, formula }) => [
      id,
      nombre,
      valor,
      marca,
      formula ?? '',
    ]),
  ]);
}
