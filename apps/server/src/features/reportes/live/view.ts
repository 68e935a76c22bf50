import type { reportes } from '@timbre/contract';
import { isSuggestion } from '@timbre/reports';
import { inSlices } from '@timbre/worker/in-slices';
import { answersFor } from '../../../domain/reports/answer-keys.ts';
import type { DerivedRow } from '../../../domain/reports/derive-rows.ts';
import type { StoredReceipt } from '../../../domain/reports/receipts-repo.ts';
import { rowOf } from '../../../domain/reports/row.ts';
import { countByKey, type RowTotals } from '../../../domain/reports/rows-repo.ts';
import type { WithRows } from '../../../domain/reports/store-rows.ts';
import type { ReporteDeRenglones } from '../../../domain/reports/tables.ts';

/** A receipt and one of its rows as the grid shows them. */
function comprobanteView(shown: StoredReceipt, row: DerivedRow): reportes.ComprobanteDeReporte {
  const { reporte } = row;
  const fila = JSON.parse(row.fila) as Record<string, string>;
  const suggested = Object.entries(fila).filter(([key]) => isSuggestion(row.why[key]));
  return {
    ...rowOf({ ...row, ...shown, periodo: row.periodo, pendientes: [...row.pendientes] }),
    razones: Object.fromEntries(
      Object.entries(row.why).map(([key, { code: codigo, mark: marca, text: texto, source: fuente }]) => [
        key,
        { codigo, marca, texto, fuente },
      ]),
    ),
    respuestas: answersFor(reporte, JSON.parse(shown.respuestas)),
    sugerencias: Object.fromEntries(suggested),
    excluido: shown.excluido,
  };
}

/** Totals of the rows of a month. */
export const totalesView = ({ filas, pendientes, faltan, subtotal, itbis, total }: RowTotals) => ({
  montoTotal: total,
  itbisTotal: itbis,
  subtotal,
  cantidadRegistros: filas,
  pendientes,
  faltan: countByKey(faltan),
});

/** The rows of some receipts in a report, by their id. */
export async function viewsOf(
  reporte: ReporteDeRenglones,
  derived: readonly WithRows[],
): Promise<ReadonlyMap<string, reportes.ComprobanteDeReporte>> {
  const views = await inSlices(derived, ({ stored, rows }) =>
    rows.filter((row) => row.reporte === reporte).map((row) => comprobanteView(stored, row)),
  );
  return new Map(views.flat().map((view) => [view.id, view]));
}
