import type { reportes } from '@timbre/contract';
import type { Db } from '../../db/transactions.ts';
import { inSlices } from '../../in-slices.ts';
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
  for await (const rows of rowPages(db, scope, tipo, days))
    yield await inSlices(rows, (row) => {
      const facts = saleFactsOf(row.recibo!, scope.rnc);
      return { ...rowOf(row), ...(facts && { hechos: savedFacts(facts) }) };
    });
}
