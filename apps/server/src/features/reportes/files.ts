import { Readable } from 'node:stream';
import type { reportes } from '@timbre/contract';
import { rowFromTexts, writeCsv } from '@timbre/reports';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import type { Payload } from '../../http/register.ts';
import type { Days, Scope } from '../../renglones/scope.ts';
import { csvOf } from '../../sheets/csv.ts';
import { type Exports, whileRead } from '../facturas/service.ts';
import type { ReporteConFilas } from './live-rows.ts';
import { savedRows } from './parts.ts';
import { reportName } from './range.ts';
import { newestReady, type ReporteRow } from './repo.ts';
import type { SavedRow } from './saved-row.ts';

/** A client that reads nothing for so long holds a place that others want. */
const mostUnreadMs = 60_000;

/** A text that is written while it is read, in one of the places for such files. @param done gives the place back */
export function streamOf(parts: AsyncIterable<string>, done: () => void): Readable {
  const stream = Readable.from(
    whileRead(parts, mostUnreadMs, () => stream.destroy()),
    { objectMode: false },
  ).once('close', done);
  return stream;
}

/** Records that a person took a file of a report. */
export const recordDownload = (
  ctx: Context,
  { empresaId }: Scope,
  datos: { readonly tipo: string; readonly periodo: string; readonly que: string },
  by: Actor,
): Promise<void> =>
  ctx.db.tenant(empresaId, (tx) =>
    ctx.events.append(tx, empresaId, [{ tipo: 'reporte.descargado', datos: { ...datos, ...by } }]),
  );

/**
 * The newest saved report of the dates as CSV.
 *
 * @throws Problem `reportes/sin-datos` where there is none, or it has no rows; `servidor/ocupado`
 */
export async function csvOfReport(
  ctx: Context,
  exports: Exports,
  scope: Scope,
  tipo: reportes.TipoDeReporte,
  days: Days,
  by: Actor,
): Promise<Payload> {
  const report = await ctx.db.reading(scope.empresaId, (tx) => newestReady(tx, scope, tipo, days));
  if (report === undefined || (tipo !== 'it1' && report.filas === 0)) return refuse('reportes/sin-datos');
  const done = exports.take(scope.empresaId);
  try {
    const periodo = `${days.desde} a ${days.hasta}`;
    await recordDownload(ctx, scope, { tipo: reportName(tipo), periodo, que: 'el CSV' }, by);
  } catch (error) {
    done();
    throw error;
  }
  const rows = () => savedRows(ctx.db, scope.empresaId, report.id);
  return {
    bytes: streamOf(tipo === 'it1' ? casillasCsv(report) : rowsCsv(tipo, rows()), done),
    contentType: 'text/csv; charset=utf-8',
    fileName: `Reporte_${reportName(tipo)}_${scope.rnc}_${days.desde}_${days.hasta}.csv`,
  };
}

/** Each part is written by itself; the header stands once. */
async function* rowsCsv(tipo: ReporteConFilas, parts: AsyncIterable<readonly SavedRow[]>): AsyncGenerator<string> {
  let first = true;
  for await (const rows of parts) {
    const [header, ...lines] = writeCsv(
      tipo,
      rows.map(({ fila }) => rowFromTexts(tipo, fila)),
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
