import type { reportes } from '@timbre/contract';
import { partsOfModified, readReceipt, type SaleFacts } from '@timbre/reports';
import { type Fecha, isLateNote, parseISODate } from '@timbre/values';
import { inSlices } from '@timbre/worker/in-slices';
import { findReceipts } from '../../../domain/reports/receipts-repo.ts';
import { rowOf, saleFactsOf } from '../../../domain/reports/row.ts';
import { rowPages } from '../../../domain/reports/rows-repo.ts';
import type { Days, Scope } from '../../../domain/reports/scope.ts';
import type { Db } from '../../../platform/db/transactions.ts';
import { type SavedRow, savedFacts } from '../saved/row.ts';
import { voidedRows } from './voided-rows.ts';

/** A report that has rows. */
export type ReporteConFilas = Exclude<reportes.TipoDeReporte, 'it1'>;

/** The current rows of a report, page by page. Rows that change meanwhile are as they are when their page is read. */
export async function* liveRows(
  db: Db,
  scope: Scope,
  tipo: ReporteConFilas,
  days: Days,
): AsyncGenerator<readonly reportes.FilaDeReporte[]> {
  if (tipo === '608') yield* voidedRows(db, scope, days);
  else for await (const rows of rowPages(db, scope, tipo, days)) yield await inSlices(rows, rowOf);
}

/**
 * The same rows in the form in which they are saved: a sale includes the data of its receipt that the IT-1 requires, so
 * that it depends on nothing else later.
 */
export async function* rowsToSave(
  db: Db,
  scope: Scope,
  tipo: ReporteConFilas,
  days: Days,
): AsyncGenerator<readonly SavedRow[]> {
  if (tipo !== '607') return yield* liveRows(db, scope, tipo, days);
  for await (const rows of rowPages(db, scope, tipo, days)) {
    const sales = await inSlices(rows, (row) => ({ shown: rowOf(row), facts: saleFactsOf(row.recibo!, scope.rnc) }));
    const modified = await modifiedOf(db, scope, sales);
    yield sales.map(({ shown, facts }) =>
      facts === undefined
        ? shown
        : { ...shown, hechos: savedFacts(completed(shown, facts, modified.get(shown.ncf_modificado ?? ''))) },
    );
  }
}

interface ShownSale {
  readonly shown: reportes.FilaDeReporte;
  readonly facts: SaleFacts | undefined;
}

/** A sale that a note modifies. */
interface Modified {
  readonly fecha: Fecha;
  readonly facts: SaleFacts | undefined;
}

/**
 * Completes a note on paper or in books from the receipt that it modifies: the day and, if the note is late, the parts.
 */
function completed({ fecha }: reportes.FilaDeReporte, facts: SaleFacts, modified: Modified | undefined): SaleFacts {
  if (modified === undefined) return facts;
  const dated = { ...facts, fecha_ncf_modificado: modified.fecha };
  const isLate = isLateNote(modified.fecha, parseISODate(fecha)!);
  return isLate && modified.facts !== undefined ? partsOfModified(dated, modified.facts) : dated;
}

/** The sales modified by credit notes that do not state their day, by number. A note on paper never states it. */
async function modifiedOf(db: Db, scope: Scope, sales: readonly ShownSale[]): Promise<ReadonlyMap<string, Modified>> {
  const wanted = sales.flatMap(({ shown: { notaCredito, ncf_modificado: ncf }, facts }) =>
    notaCredito && ncf !== null && facts?.fecha_ncf_modificado === undefined ? [{ emisor: scope.rnc, ncf }] : [],
  );
  const receipts = await db.reading(scope.empresaId, (tx) => findReceipts(tx, scope, 'venta', wanted));
  return new Map(
    receipts.map(({ ncf, recibo }) => {
      const { fecha } = readReceipt(recibo);
      return [ncf, { fecha, facts: saleFactsOf(recibo, scope.rnc) }];
    }),
  );
}
