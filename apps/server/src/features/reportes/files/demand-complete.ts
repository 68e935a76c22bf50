import { refuse } from '@timbre/refusal';
import { openNumbers, type RowTotals, totalsOf } from '../../../domain/reports/rows-repo.ts';
import type { Days, Scope } from '../../../domain/reports/scope.ts';
import type { ReporteDeRenglones } from '../../../domain/reports/tables.ts';
import type { Tx } from '../../../platform/db/transactions.ts';

/** Maximum number of receipts that a refusal names. */
const mostNamed = 10;

/**
 * Refuses the rows of some days if one of them lacks an answer, or a field that its file requires.
 *
 * @returns the totals of the rows
 * @throws Problem `reportes/pendiente`, with the numbers of the first receipts
 */
export async function demandComplete(tx: Tx, scope: Scope, tipo: ReporteDeRenglones, days: Days): Promise<RowTotals> {
  const totals = await totalsOf(tx, scope, tipo, days);
  const open = Math.max(totals.pendientes, totals.incompletas);
  if (open === 0) return totals;
  const named = await openNumbers(tx, scope, tipo, days, mostNamed);
  const more = open > named.length ? ` y ${open - named.length} más` : '';
  return refuse(
    'reportes/pendiente',
    `${open} de ${totals.filas} filas no están completas: ${named.join(', ')}${more}`,
  );
}
