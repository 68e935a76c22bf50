import type { reportes } from '@timbre/contract';
import type { SaleFacts } from '@timbre/reports';
import { type Fecha, parseISODate } from '@timbre/values';
import type { Db } from '../../db/transactions.ts';
import { inSlices } from '../../in-slices.ts';
import { daysOfReceipts } from '../../renglones/receipts-repo.ts';
import { rowOf, saleFactsOf } from '../../renglones/row.ts';
import { rowPages } from '../../renglones/rows-repo.ts';
import type { Days, Scope } from '../../renglones/scope.ts';
import { type SavedRow, savedFacts } from './saved-row.ts';
import { voidedRows } from './voided-rows.ts';

/** A report that has rows. */
export type ReporteConFilas = Exclude<reportes.TipoDeReporte, 'it1'>;

/** The rows that a report has now, page by page. Rows that change meanwhile are as they are when their page is read. */
export async function* liveRows(
  db: Db,
  scope: Scope,
  tipo: ReporteConFilas,
  days: Days,
): AsyncGenerator<readonly reportes.FilaDeReporte[]> {
  if (tipo === '608') yield* voidedRows(db, scope, days);
  else for await (const rows of rowPages(db, scope, tipo, days)) yield await inSlices(rows, rowOf);
}

/** The same as they are saved: a sale takes with it what the IT-1 asks of its receipt, and then needs nothing else. */
export async function* rowsToSave(
  db: Db,
  scope: Scope,
  tipo: ReporteConFilas,
  days: Days,
): AsyncGenerator<readonly SavedRow[]> {
  if (tipo !== '607') return yield* liveRows(db, scope, tipo, days);
  for await (const rows of rowPages(db, scope, tipo, days)) {
    const sales = await inSlices(rows, (row) => ({ shown: rowOf(row), facts: saleFactsOf(row.recibo!, scope.rnc) }));
    const days = await daysOfModified(db, scope, sales);
    yield sales.map(({ shown, facts }) => {
      if (facts === undefined) return shown;
      const { fecha_ncf_modificado: day = days.get(shown.ncf_modificado ?? '') } = facts;
      return { ...shown, hechos: savedFacts({ ...facts, fecha_ncf_modificado: day }) };
    });
  }
}

/** The days of the sales that credit notes modify, where the note does not say it: on paper it never does. By their number. */
async function daysOfModified(
  db: Db,
  scope: Scope,
  sales: readonly { readonly shown: reportes.FilaDeReporte; readonly facts: SaleFacts | undefined }[],
): Promise<ReadonlyMap<string, Fecha>> {
  const wanted = sales.flatMap(({ shown: { notaCredito, ncf_modificado: ncf }, facts }) =>
    notaCredito && ncf !== null && facts?.fecha_ncf_modificado === undefined ? [{ emisor: scope.rnc, ncf }] : [],
  );
  const found = await db.reading(scope.empresaId, (tx) => daysOfReceipts(tx, scope, 'venta', wanted));
  return new Map(found.map(({ ncf, fecha }) => [ncf, parseISODate(fecha)!]));
}
